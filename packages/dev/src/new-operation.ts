import type { Draft } from './scaffold/draft.ts'
import { addRule, insertBefore } from './scaffold/edit-text.ts'
import { nameOperation, type Wish } from './scaffold/name-operation.ts'
import { addToDocument } from './scaffold/operation-document.ts'
import { addSchemas } from './scaffold/operation-schemas.ts'
import {
  newItem,
  type Operation,
  otherUuid,
  readItem,
  toValues,
} from './scaffold/operation-values.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'
import { toKebab, toSentence } from './scaffold/words.ts'

export const newOperation: ScaffoldCommand = {
  name: 'new:operation',
  usage: `Usage: npx pnpm@12 new:operation NAME [--kind KIND] [--path PATH] [--item NAME] [--query NAMES] [--dry-run]

Adds an operation: contract, examples, decision, route, test. TODO marks what a person must decide.
check:specs fails until each TODO is replaced.

  --kind KIND    one of:
                 list, such as listVisaTypes: GET /visa-types
                 get, such as getVisaType: GET /visa-types/{uuid}
                 create, such as createVisaType: POST /visa-types, with a body
                 action, such as closeVisaType: POST /visa-types/{uuid}/close
                 (without a body; add one by hand, like the body of a create operation)
                 default: the first word of NAME if it is one of these, else action
  --path PATH    the path, with each parameter in braces; default: next to the first operation, such as
                 /api/v1/platform/visa-types
  --item NAME    the name of one thing, such as visa-type; default: from NAME
  --query NAMES  optional query parameters, such as country,name
  --dry-run      lists the files without writing them

Exit codes: 1 if the name or path is taken, 2 if the command line is wrong.`,
  options: ['kind', 'path', 'item', 'query'],
  fill: (draft, id, wish) => draftOperation(draft, { id, ...wish }),
}

/** Drafts an operation. Throws a `ScaffoldError` for names that are invalid or taken. */
function draftOperation(draft: Draft, wish: Wish): void {
  const names = nameOperation(wish, draft)
  const { one, isKnown, decision = draft.nextDecision() } = names
  const item = isKnown ? readItem(draft, toKebab(one)) : { ...newItem, name: toSentence(one) }
  const values = toValues(names, { decision, item })
  const operation = { names, values, item }
  addToDocument(draft, operation)
  addSchemas(draft, operation)
  addCode(draft, operation)
}

/** Adds the route, its test and, for the first operation on them, the things themselves. */
function addCode(draft: Draft, { names, values }: Operation): void {
  const { kind, keys, isKnown } = names
  const { create, list, id, file, decision } = values
  const things = values['things-kebab']
  // What its test fills in for the parameters of the path.
  const own = kind === 'get' || kind === 'action' ? keys.slice(0, -1) : keys
  const fillPath = own.map((key) => `.replace('{${key}}', '${otherUuid}')`).join('')
  draft.addAll(
    {
      [`apps/server/src/routes/${file}.ts`]: `operation/${kind}/route.ts`,
      [`apps/server/test/routes/${file}.test.ts`]: `operation/${kind}/route.test.ts`,
      ...(!isKnown && {
        [`apps/server/src/routes/${things}.ts`]: 'operation/things.ts',
        [`apps/server/test/routes/${things}.test.ts`]: 'operation/things.test.ts',
      }),
    },
    { ...values, fillPath },
  )
  draft.change('apps/server/src/build-public-app.ts', (text) => {
    const imports = [`import { ${create} } from './routes/${file}.ts'\n`]
    if (!isKnown) imports.push(`import { ${list} } from './routes/${things}.ts'\n`)
    const route = `    .route(operations.${id}, ${create}(${list}))\n`
    return insertBefore(
      insertBefore(text, /^import /m, imports.join('')),
      /^ +\.register\(app\)$/m,
      route,
    )
  })
  const readme = 'apps/server/README.md'
  if (!draft.read(readme).includes(decision))
    draft.change(readme, (text) => addRule(text, decision))
}

if (import.meta.main) runMain(newOperation)
