import { type Draft, fill, type NewExample, truncated, withUnknownField } from './scaffold/draft.ts'
import { addEntry, addRule, insertBefore, placeInOrder } from './scaffold/edit-text.ts'
import { nameOperation, type OperationWish } from './scaffold/name-operation.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'
import { toCamel, toKebab, toPascal, toSentence, toWords, withArticle } from './scaffold/words.ts'

export const newOperation: ScaffoldCommand = {
  name: 'new:operation',
  usage: `Usage: npx pnpm@12 new:operation NAME [--path PATH] [--item NAME] [--dry-run]

Adds an operation that lists things, such as listVisaTypes: contract, examples, decision, route, test. Whatever a
person must decide is marked TODO. The check fails until it is written.

  --path PATH  the path; default: next to the first operation, such as /api/v1/platform/visa-types
  --item NAME  what one entry is called, such as visa-type; default: NAME in the singular
  --dry-run    shows which files it would write; writes none

Exit codes: 1 if the name is taken, 2 if the command line is wrong.`,
  options: ['path', 'item'],
  fill: (draft, id, { path, item }) => draftOperation(draft, { id, path, item }),
}

/** Drafts an operation that lists things. Throws a `ScaffoldError` for names that are invalid or taken. */
function draftOperation(draft: Draft, wish: OperationWish): void {
  const { id, path, many, one } = nameOperation(wish, draft)
  const decision = draft.nextDecision()
  const [file, kebab, list] = [toKebab(toWords(id)), toKebab(one), toCamel(many)]
  const create = `create${toPascal(toWords(id))}`
  const item = { uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11', name: toSentence(one) }
  const values = {
    ...{ id, path, decision, file, list, create, ...item },
    ...{ Operation: toPascal(toWords(id)), Tag: toSentence(many), things: many.join(' ') },
    ...{ Thing: toPascal(one), thing: one.join(' '), 'thing-kebab': kebab },
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
    lacking('uuid', `${a} has an identifier.`, item),
    lacking('name', `${a} has a name.`, item),
  ])
  const full = { ...envelope, result: [item] }
  draft.addExamples(`${kebab}-list`, decision, [
    {
      ...{ name: `valid/no-${toKebab(many)}`, says: 'The list may be empty.' },
      value: { ...envelope, result: [] },
    },
    { name: `valid/one-${kebab}`, says: 'The envelope carries an array.', value: full },
    withUnknownField('envelope', full),
    {
      ...{ name: 'invalid/bare-array', says: 'The list comes in an envelope.' },
      ...{ fails: ['', 'type'], value: [item] },
    },
    lacking('result', 'The envelope carries a list.', full),
    truncated('{"status":true,"statusCode":200,"result":['),
  ])
}

const lacking = (field: string, says: string, value: object): NewExample => ({
  ...{ name: `invalid/without-${field}`, says, fails: [`/${field}`, 'required'] },
  value: Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)),
})

if (import.meta.main) runMain(newOperation)
