import { parse } from 'yaml'
import { type Draft, ScaffoldError } from './draft.ts'
import { toCamel, toKebab, toPascal, toSingular, toWords } from './words.ts'

/** The names of a new operation that lists things. */
export type OperationNames = {
  /** `listVisaTypes`. */
  id: string
  /** `/api/v1/platform/visa-types`. */
  path: string
  /** `visa`, `types`. */
  many: string[]
  /** `visa`, `type`. */
  one: string[]
}

export type OperationWish = { id: string; path?: string | undefined; item?: string | undefined }

type Document = { paths: Record<string, Record<string, { operationId?: string }>> }

const idForm = /^list([A-Z][a-z0-9]*)+$/
const pathForm = /^\/api\/v1(\/[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/
const itemForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** The wish with its defaults; throws a `ScaffoldError` if it is invalid or taken. */
export function nameOperation(wish: OperationWish, draft: Draft): OperationNames {
  expectForm('Operation', wish.id, { form: idForm, example: 'listVisaTypes' })
  const document: Document = parse(draft.read('specs/openapi.yaml'))
  const [sibling = '/api/v1/platform/'] = Object.keys(document.paths)
  const many = toWords(wish.id).slice(1)
  const path = wish.path ?? `${sibling.slice(0, sibling.lastIndexOf('/'))}/${toKebab(many)}`
  expectForm('Path', path, { form: pathForm, example: '/api/v1/platform/visa-types' })
  const one = wish.item === undefined ? toSingular(many) : toWords(wish.item)
  const item = wish.item ?? toKebab(one)
  expectForm('Item', item, { form: itemForm, example: 'visa-type' })
  if (toKebab(one) === toKebab(many))
    throw new ScaffoldError(
      'usage',
      `Cannot tell what ${wish.id} lists. Add --item with the singular, such as visa-type.`,
    )
  for (const name of [toPascal(one), toCamel(one), toCamel(many)]) expectUsable(name)
  expectFree({ id: wish.id, path, many, one }, document, draft)
  // The list is imported where the routes are registered.
  const routes = draft.read('apps/server/src/build-public-app.ts')
  const words = routes.replaceAll(/\/\*\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\w+/g)
  if (words?.includes(toCamel(many))) throw unusable(toCamel(many))
  return { id: wish.id, path, many, one }
}

const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'
/** Names that the route and its test import. */
const imported =
  'Handler describe examples expect it operations partnerSurface path providedHeaders startServer'
const taken = new Set(`${keywords} ${imported}`.split(' '))

/** Code uses the name, so it must not be taken by the language or by that code. */
function expectUsable(name: string): void {
  if (taken.has(name) || name in globalThis) throw unusable(name)
}

const unusable = (name: string) =>
  new ScaffoldError(
    'usage',
    `Code cannot use the name ${name}: it is taken there. Choose another name, or add --item with one such as visa-type.`,
  )

type Form = { form: RegExp; example: string }

function expectForm(what: string, value: string, { form, example }: Form): void {
  if (form.test(value)) return
  throw new ScaffoldError(
    'usage',
    `${what} ${value} is malformed: write one such as ${example}. Try --help.`,
  )
}

function expectFree({ id, path, one }: OperationNames, document: Document, draft: Draft): void {
  if (document.paths[path])
    throw new ScaffoldError('clash', `Path ${path} is already in openapi.yaml. Choose another.`)
  const { paths: others }: Document = parse(draft.read('specs/operator.yaml'))
  const ids = [document.paths, others].flatMap((paths) =>
    Object.values(paths).flatMap((item) => Object.values(item).map((one) => one?.operationId)),
  )
  if (ids.includes(id))
    throw new ScaffoldError('clash', `Operation ${id} is already in the documents. Choose another.`)
  const titles = [toPascal(one), `${toPascal(one)}List`]
  const { components }: { components?: { schemas?: object } } = parse(
    draft.read('specs/operator.yaml'),
  )
  const taken = titles.find((title) => Object.hasOwn(components?.schemas ?? {}, title))
  if (taken)
    throw new ScaffoldError(
      'clash',
      `Schema ${taken} is already in operator.yaml. Name the item with --item.`,
    )
}
