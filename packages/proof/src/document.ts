/** A document of the contract in one piece: every `$ref` in it is a pointer into itself. */
export type Document = { readonly [member: string]: unknown }

/** What stands at a place such as `#/components/schemas/uuid`. Throws where there is nothing. */
export function nodeAt(document: Document, pointer: string): unknown {
  const names = pointer.replace(/^#\/?/, '').split('/').filter(Boolean)
  let node: unknown = document
  for (const name of names) {
    node = (node as Document | undefined)?.[
      decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    ]
  }
  if (node === undefined) throw new TypeError(`Nothing stands at ${pointer}.`)
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
