import { parse } from 'yaml'
import { type Draft, ScaffoldError } from './draft.ts'
import { toCamel, toKebab, toPascal, toPlural, toSingular, toWords } from './words.ts'

const kinds = ['list', 'get', 'create', 'action'] as const

export type Kind = (typeof kinds)[number]

const isKind = (word: string): word is Kind => kinds.some((kind) => kind === word)

export type Wish = {
  id: string
  kind?: string | undefined
  path?: string | undefined
  item?: string | undefined
  query?: string | undefined
}

export type OperationNames = {
  id: string
  kind: Kind
  path: string
  /** Names of the parameters in the path, in its order. */
  keys: string[]
  query: string[]
  verb: string
  one: string[]
  many: string[]
  /** Whether an earlier operation has added their schema and data. */
  isKnown: boolean
  /** The decision on the path, if another operation has it already. */
  decision: string | undefined
}

type Document = {
  paths: Record<string, Record<string, { operationId?: string }>>
  components?: { schemas?: object }
}

/** What the lint refuses as a word of a path. */
const httpMethods = new Set('get head post put patch delete options trace'.split(' '))

const idForm = /^[a-z]+([A-Z][a-z0-9]*)+$/
const pathForm = /^\/api\/v1(\/([a-z][a-z0-9]*(-[a-z0-9]+)*|\{[a-z][A-Za-z0-9]*\}))+$/
const itemForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const queryForm = /^[a-z][A-Za-z0-9]*$/

const usage = (message: string) => new ScaffoldError('usage', message)
const clash = (message: string) => new ScaffoldError('clash', message)

/** The wish with its defaults. Throws a `ScaffoldError` for names that are invalid or taken. */
export function nameOperation(wish: Wish, draft: Draft): OperationNames {
  const { id, item, query: asked } = wish
  expectForm('Operation', id, { form: idForm, example: 'listVisaTypes' })
  const [verb = '', ...words] = toWords(id)
  const kind = wish.kind ?? (isKind(verb) ? verb : 'action')
  if (!isKind(kind)) throw usage(`Unknown kind ${kind || '""'}. Use list, get, create or action.`)
  const said = item === undefined ? undefined : toWords(item)
  const one = said ?? (kind === 'list' ? toSingular(words) : words)
  const many = kind === 'list' ? words : (knownPlural(draft, one) ?? toPlural(one))
  const isKnown = draft.has(`apps/server/src/routes/${toKebab(many)}.ts`)
  if (toKebab(one) === toKebab(many))
    throw usage(
      `The singular and the plural of ${toKebab(one)} are the same word. Pass --item with a noun that has both, such as visa-type.`,
    )

  const document: Document = parse(draft.read('specs/openapi.yaml'))
  const [sibling = '/api/v1/platform/'] = Object.keys(document.paths)
  const things = `${sibling.slice(0, sibling.lastIndexOf('/'))}/${toKebab(many)}`
  const below = { list: '', create: '', get: '/{uuid}', action: `/{uuid}/${verb}` }
  const path = wish.path ?? things + below[kind]
  expectForm('Path', path, { form: pathForm, example: '/api/v1/platform/visa-types' })
  expectForm('Item', item ?? toKebab(one), { form: itemForm, example: 'visa-type' })
  const named = path
    .split('/')
    .flatMap(toWords)
    .find((word) => httpMethods.has(word))
  if (named !== undefined)
    throw usage(
      `Path ${path} contains the HTTP method ${named}. Choose another name, or pass --path.`,
    )
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
  if ((kind === 'get' || kind === 'action') && keys.length === 0)
    throw usage(`The path must identify one ${one.join(' ')}. Add a parameter such as {uuid}.`)
  const query = asked?.split(',') ?? []
  for (const name of query)
    expectForm('Query parameter', name, { form: queryForm, example: 'name' })
  const [twice] = [...keys, ...query].filter((name, at, all) => all.indexOf(name) < at)
  if (twice !== undefined) throw usage(`The parameter ${twice} appears twice. Name it once.`)

  const isTaken = (name: string) => taken.has(name) || name in globalThis
  const inCode = [toPascal(one), toCamel(one), toCamel(many), verb + toPascal(one)]
  const unusable = inCode.find(isTaken)
  if (unusable !== undefined) throw createNameError(unusable)
  const there = document.paths[path]
  const decision = there && decisionOf(there)
  const names = { id, kind, path, keys, query, verb, one, many, isKnown, decision }
  expectFree(names, document, draft)
  return names
}

/** The plural that an earlier operation uses for them, such as `people` for `person`. */
function knownPlural(draft: Draft, one: string[]): string[] | undefined {
  const app = draft.read('apps/server/src/build-public-app.ts')
  const files = [...app.matchAll(/'\.\/routes\/([\w-]+)\.ts'/g)].map(([, file = '']) => file)
  const holder = files.find((file) => {
    const text = draft.read(`apps/server/src/routes/${file}.ts`)
    return text.includes(`: ${toPascal(one)}[] = `)
  })
  return holder === undefined ? undefined : toWords(holder)
}

const createNameError = (name: string) =>
  usage(
    `The name ${name} is reserved or already used in the code. Choose another name, or add --item with a singular such as visa-type.`,
  )

const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'
/** Names in the templates of routes and their tests. */
const inTemplates =
  'Handler ask at bearer body create describe examples expect found headers it json operations params parsed partnerSurface path pathOf providedHeaders request result startServer status text toError uuid'
/** Types that the generated code uses; the generator renames a schema of such a name. */
const inGenerated = 'Pick Record Required'
const taken = new Set(`${keywords} ${inTemplates} ${inGenerated}`.split(' '))

type Form = { form: RegExp; example: string }

function expectForm(what: string, value: string, { form, example }: Form): void {
  if (!form.test(value))
    throw usage(`${what} ${value || '""'} is malformed. Write it like ${example}.`)
}

function expectFree(names: OperationNames, document: Document, draft: Draft): void {
  const { id, path, one, many, isKnown, decision } = names
  const operator: Document = parse(draft.read('specs/operator.yaml'))
  const items = [document, operator].flatMap(({ paths }) => Object.values(paths))
  const ids = items.flatMap((item) => Object.values(item).map((one) => one?.operationId))
  if (ids.includes(id)) throw clash(`Operation ${id} already exists. Choose another name.`)
  const there = document.paths[path]
  if (there && decision === undefined)
    throw clash(
      `Path ${path} comes from the source, so it takes no other operation. Choose another with --path.`,
    )
  const method = methodOf(names.kind)
  if (there && method in there)
    throw clash(
      `Path ${path} already has a ${method.toUpperCase()} operation. Choose another with --path.`,
    )
  const alike = Object.keys(document.paths).find((known) => shapeOf(known) === shapeOf(path))
  if (!there && alike !== undefined)
    throw clash(`Path ${alike} differs only in the name of a parameter. Pass --path '${alike}'.`)
  const titles = [toPascal(one), `${toPascal(one)}List`, `New${toPascal(one)}`]
  const title = titles.find((one) => Object.hasOwn(operator.components?.schemas ?? {}, one))
  if (title)
    throw clash(`Schema ${title} already exists in operator.yaml. Choose another name with --item.`)
  // The list is imported where the routes are registered.
  const routes = draft.read('apps/server/src/build-public-app.ts')
  const words = routes.replaceAll(/\/\*\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\w+/g)
  if (words?.includes(toCamel(many)) && !isKnown) throw createNameError(toCamel(many))
}

export const methodOf = (kind: Kind) => (kind === 'list' || kind === 'get' ? 'get' : 'post')

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** The decision that added a path; `undefined` for a path of the source. */
const decisionOf = (item: object): string | undefined =>
  (item as { 'x-decision'?: string })['x-decision']
