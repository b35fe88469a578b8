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

type Document = {
  paths: Record<string, Record<string, { operationId?: string }>>
  components?: { schemas?: object }
}

const idForm = /^list([A-Z][a-z0-9]*)+$/
const pathForm = /^\/api\/v1(\/[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/
const itemForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const usage = (message: string) => new ScaffoldError('usage', message)
const clash = (message: string) => new ScaffoldError('clash', message)

/** The wish with its defaults; throws a `ScaffoldError` if it is invalid or taken. */
export function nameOperation({ id, path, item }: OperationWish, draft: Draft): OperationNames {
  expectForm('Operation', id, { form: idForm, example: 'listVisaTypes' })
  const document: Document = parse(draft.read('specs/openapi.yaml'))
  const [sibling = '/api/v1/platform/'] = Object.keys(document.paths)
  const many = toWords(id).slice(1)
  const one = item === undefined ? toSingular(many) : toWords(item)
  const names = {
    ...{ id, many, one },
    path: path ?? `${sibling.slice(0, sibling.lastIndexOf('/'))}/${toKebab(many)}`,
  }
  expectForm('Path', names.path, { form: pathForm, example: '/api/v1/platform/visa-types' })
  expectForm('Item', item ?? toKebab(one), { form: itemForm, example: 'visa-type' })
  if (toKebab(one) === toKebab(many))
    throw usage(`Cannot tell what ${id} lists. Add --item with the singular, such as visa-type.`)
  const isTaken = (name: string) => taken.has(name) || name in globalThis
  const unusable = [toPascal(one), toCamel(one), toCamel(many)].find(isTaken)
  if (unusable !== undefined) throw createNameError(unusable)
  expectFree(names, document, draft)
  // The list is imported where the routes are registered.
  const routes = draft.read('apps/server/src/build-public-app.ts')
  const words = routes.replaceAll(/\/\*\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\w+/g)
  if (words?.includes(toCamel(many))) throw createNameError(toCamel(many))
  return names
}

const createNameError = (name: string) =>
  usage(
    `Code cannot use the name ${name}: it is taken there. Choose another name, or add --item with one such as visa-type.`,
  )

const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'
/** Names that the route and its test import. */
const imported =
  'Handler describe examples expect it operations partnerSurface path providedHeaders startServer'
const taken = new Set(`${keywords} ${imported}`.split(' '))

type Form = { form: RegExp; example: string }

function expectForm(what: string, value: string, { form, example }: Form): void {
  if (!form.test(value))
    throw usage(`${what} ${value} is malformed: write one such as ${example}. Try --help.`)
}

function expectFree({ id, path, one }: OperationNames, document: Document, draft: Draft): void {
  if (document.paths[path]) throw clash(`Path ${path} is already in openapi.yaml. Choose another.`)
  const operator: Document = parse(draft.read('specs/operator.yaml'))
  const items = [document, operator].flatMap(({ paths }) => Object.values(paths))
  const ids = items.flatMap((item) => Object.values(item).map((one) => one?.operationId))
  if (ids.includes(id)) throw clash(`Operation ${id} is already in the documents. Choose another.`)
  const titles = [toPascal(one), `${toPascal(one)}List`]
  const title = titles.find((one) => Object.hasOwn(operator.components?.schemas ?? {}, one))
  if (title) throw clash(`Schema ${title} is already in operator.yaml. Name the item with --item.`)
}
