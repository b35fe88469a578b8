import { parse } from 'yaml'
import {
  type Draft,
  fill,
  type NewExample,
  ScaffoldError,
  truncated,
  withUnknownField,
} from './scaffold/draft.ts'
import { addEntry, addRule, insertBefore, placeInOrder } from './scaffold/edit-text.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'
import {
  toCamel,
  toKebab,
  toPascal,
  toSentence,
  toSingular,
  toWords,
  withArticle,
} from './scaffold/words.ts'

export const newOperation: ScaffoldCommand = {
  name: 'new:operation',
  usage: `Usage: npx pnpm@12 new:operation NAME [--path PATH] [--item NAME] [--dry-run]

Adds an operation that lists things, such as listVisaTypes: contract, examples, decision, route, test. TODO
marks what a person must decide. check:specs fails until each TODO is replaced.

  --path PATH  the path; default: next to the first operation, such as /api/v1/platform/visa-types
  --item NAME  what one entry is called, such as visa-type; default: NAME in the singular
  --dry-run    lists the files without writing them

Exit codes: 1 if the name is taken, 2 if the command line is wrong.`,
  options: ['path', 'item'],
  fill: (draft, id, { path, item }) => draftOperation(draft, { id, path, item }),
}

type Wish = { id: string; path?: string | undefined; item?: string | undefined }

/** Drafts an operation that lists things. Throws a `ScaffoldError` for names that are invalid or taken. */
function draftOperation(draft: Draft, wish: Wish): void {
  const { id, path, many, one } = nameOperation(wish, draft)
  const decision = draft.nextDecision()
  const [file, kebab, list] = [toKebab(toWords(id)), toKebab(one), toCamel(many)]
  const create = `create${toPascal(toWords(id))}`
  const item = { uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11', name: toSentence(one) }
  const values = {
    id,
    path,
    decision,
    file,
    list,
    create,
    ...item,
    Operation: toPascal(toWords(id)),
    Tag: toSentence(many),
    things: many.join(' '),
    Thing: toPascal(one),
    thing: one.join(' '),
    'thing-kebab': kebab,
  }
  draft.change('specs/openapi.yaml', (text) => {
    const before = placeInOrder(text, ['tags'], { key: 'name', value: values.Tag })
    const entry = fill('operation/tag.yaml', values)
    const tagged = addEntry(text, { path: ['tags'], entry, before })
    return addEntry(tagged, { path: ['paths'], entry: fill('operation/path.yaml', values) })
  })
  draft.addAll(
    {
      [`specs/schemas/${kebab}.yaml`]: 'operation/thing.yaml',
      [`specs/schemas/${kebab}-list.yaml`]: 'operation/thing-list.yaml',
      [`specs/decisions/${decision}-${file}.md`]: 'operation/decision.md',
      [`apps/server/src/routes/${file}.ts`]: 'operation/route.ts',
      [`apps/server/test/routes/${file}.test.ts`]: 'operation/route.test.ts',
    },
    values,
  )
  draft.change('apps/server/src/build-public-app.ts', (text) => {
    const line = `import { ${create}, ${list} } from './routes/${file}.ts'\n`
    const route = `    .route(operations.${id}, ${create}(${list}))\n`
    return insertBefore(insertBefore(text, /^import /m, line), /^ +\.register\(app\)$/m, route)
  })
  draft.change('apps/server/README.md', (text) => addRule(text, decision))

  // One example of each kind, so that every test table has rows.
  const a = withArticle(one)
  const envelope = { status: true, statusCode: 200 }
  draft.addExamples(kebab, decision, [
    { name: `valid/${kebab}`, says: `${a} as it is sent.`, value: item },
    withUnknownField(values.thing, item),
    lacking('uuid', `${a} has an identifier.`, item, 'Without it, a program cannot refer to it.'),
    lacking('name', `${a} has a name.`, item, 'Without it, a program has nothing to show.'),
  ])
  const full = { ...envelope, result: [item] }
  draft.addExamples(`${kebab}-list`, decision, [
    {
      name: `valid/no-${toKebab(many)}`,
      says: 'The list may be empty.',
      value: { ...envelope, result: [] },
    },
    { name: `valid/one-${kebab}`, says: 'The envelope carries an array.', value: full },
    withUnknownField('envelope', full),
    {
      name: 'invalid/bare-array',
      says: 'The list comes in an envelope.',
      fails: ['', 'type'],
      unusable: 'Only an object has a result in which to find the list.',
      value: [item],
    },
    lacking(
      'result',
      'The envelope carries a list.',
      full,
      'The list is all that the envelope is for.',
    ),
    truncated('{"status":true,"statusCode":200,"result":['),
  ])
}

const lacking = (field: string, says: string, value: object, unusable: string): NewExample => ({
  name: `invalid/without-${field}`,
  says,
  unusable,
  fails: [`/${field}`, 'required'],
  value: Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)),
})

type Document = {
  paths: Record<string, Record<string, { operationId?: string }>>
  components?: { schemas?: object }
}

const idForm = /^list([A-Z][a-z0-9]*)+$/
const pathForm = /^\/api\/v1(\/[a-z][a-z0-9]*(-[a-z0-9]+)*)+$/
const itemForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const usage = (message: string) => new ScaffoldError('usage', message)
const clash = (message: string) => new ScaffoldError('clash', message)

/** The wish with its defaults, and the words of the list and of one item. */
function nameOperation({ id, path, item }: Wish, draft: Draft) {
  expectForm('Operation', id, { form: idForm, example: 'listVisaTypes' })
  const document: Document = parse(draft.read('specs/openapi.yaml'))
  const [sibling = '/api/v1/platform/'] = Object.keys(document.paths)
  const many = toWords(id).slice(1)
  const one = item === undefined ? toSingular(many) : toWords(item)
  const place = path ?? `${sibling.slice(0, sibling.lastIndexOf('/'))}/${toKebab(many)}`
  expectForm('Path', place, { form: pathForm, example: '/api/v1/platform/visa-types' })
  expectForm('Item', item ?? toKebab(one), { form: itemForm, example: 'visa-type' })
  if (toKebab(one) === toKebab(many))
    throw usage(`Cannot tell what ${id} lists. Add --item with the singular, such as visa-type.`)
  const isTaken = (name: string) => taken.has(name) || name in globalThis
  const unusable = [toPascal(one), toCamel(one), toCamel(many)].find(isTaken)
  if (unusable !== undefined) throw createNameError(unusable)
  expectFree({ id, path: place, one }, { document, draft })
  // The list is imported where the routes are registered.
  const routes = draft.read('apps/server/src/build-public-app.ts')
  const words = routes.replaceAll(/\/\*\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\w+/g)
  if (words?.includes(toCamel(many))) throw createNameError(toCamel(many))
  return { id, path: place, many, one }
}

const createNameError = (name: string) =>
  usage(
    `The name ${name} is reserved or already used in the code. Choose another name, or add --item with a singular such as visa-type.`,
  )

const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'
/** Names that the route and its test import. */
const imported =
  'Handler describe examples expect it operations partnerSurface path providedHeaders startServer'
const taken = new Set(`${keywords} ${imported}`.split(' '))

type Form = { form: RegExp; example: string }

function expectForm(what: string, value: string, { form, example }: Form): void {
  if (!form.test(value)) throw usage(`${what} ${value} is malformed. Write one such as ${example}.`)
}

function expectFree(
  { id, path, one }: { id: string; path: string; one: string[] },
  { document, draft }: { document: Document; draft: Draft },
): void {
  if (document.paths[path]) throw clash(`Path ${path} is already in openapi.yaml. Choose another.`)
  const operator: Document = parse(draft.read('specs/operator.yaml'))
  const items = [document, operator].flatMap(({ paths }) => Object.values(paths))
  const ids = items.flatMap((item) => Object.values(item).map((one) => one?.operationId))
  if (ids.includes(id)) throw clash(`Operation ${id} is already in the documents. Choose another.`)
  const titles = [toPascal(one), `${toPascal(one)}List`]
  const title = titles.find((one) => Object.hasOwn(operator.components?.schemas ?? {}, one))
  if (title) throw clash(`Schema ${title} is already in operator.yaml. Name the item with --item.`)
}

if (import.meta.main) runMain(newOperation)
