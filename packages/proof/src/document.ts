/** A document of the contract in one piece: every `$ref` in it is a pointer into itself. */
export type Document = { readonly [member: string]: unknown }

/** What stands at a place such as `#/components/schemas/uuid`. Throws where there is nothing. */
export function nodeAt(document: Document, pointer: string): unknown {
  const names = pointer.replace(/^#\/?/, '').split('/').filter(Boolean)
  const toKey = (name: string) =>
    decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  const node = names.reduce<unknown>(
    (holder, name) => (holder as Document | undefined)?.[toKey(name)],
    document,
  )
  if (node === undefined) throw new TypeError(`There is nothing at ${pointer}.`)
  return node
}

/** A place below another one. */
export const below = (pointer: string, ...names: readonly string[]): string =>
  [pointer, ...names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** The place that is meant: where a reference stands, the one that it leads to. */
export function follow(document: Document, pointer: string): string {
  const { $ref } = nodeAt(document, pointer) as { $ref?: string }
  return $ref === undefined ? pointer : follow(document, $ref)
}

/** The operations of an OpenAPI document, and where each stands. */
export const operationsOf = ({ paths }: Document) =>
  Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => !method.startsWith('x-'))
      .map((method) => ({ path, method, place: below('#/paths', path, method) })),
  )

/** Whether a path without its query matches a template such as `/things/{id}`. */
export function isPathOf(template: string, path: string): boolean {
  const [own, given] = [template.split('/'), path.split('/')]
  const fits = (part: string, at: number) => part.startsWith('{') || part === given[at]
  return own.length === given.length && own.every(fits)
}

/** The path of a template with these values for its parameters. */
export const fillPath = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(.*?)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Every response of every operation, and where each stands. */
export const responsesOf = (document: Document) =>
  operationsOf(document).flatMap((operation) => {
    const { responses = {} } = nodeAt(document, operation.place) as { responses?: object }
    return Object.keys(responses).map((status) => ({
      ...operation,
      status,
      place: follow(document, below(operation.place, 'responses', status)),
    }))
  })
