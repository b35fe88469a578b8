import { addDecision, nextDecisionId } from './add-decision.ts'
import { addExamples, type NewExample } from './add-examples.ts'
import type { Draft } from './draft.ts'
import { addEntry, addRule, insertBefore, placeInOrder } from './edit-text.ts'
import { nameOperation, type OperationNames, type OperationWish } from './name-operation.ts'
import { toCamel, toKebab, toPascal, toSentence, toWords, withArticle } from './words.ts'

/**
 * Drafts an operation that lists things: its part of the contract with examples, the decision it rests
 * on, its route and its test. Throws a `ScaffoldError` for names that are invalid or taken.
 */
export function draftOperation(draft: Draft, wish: OperationWish): void {
  const names = nameOperation(wish, draft)
  const id = nextDecisionId()
  addToDocument(draft, names, id)
  addOperationExamples(draft, names, id)
  addToServer(draft, names, id)
  const [item, many] = [toKebab(names.one), names.many.join(' ')]
  addDecision(draft, {
    ...{ id, slug: toKebab(toWords(names.id)) },
    extends: { statement: '4.1.path', member: names.path },
    title: `Partners can list ${many}`,
    context: 'TODO: Say who asked for it, and what the source says of it or leaves open.',
    choice: `TODO: Say which ${many} a partner gets, in which order, and with which fields. Then let info.description of openapi.yaml speak of one operation more.`,
    why: 'TODO: Say why so and not otherwise, and set status to accepted when that is agreed.',
    howToChange: `Fields stand in \`schemas/${item}.yaml\`. Within v1 the list only grows (D-026).`,
  })
}

/** Adds the operation, its tag and its two schemas to the contract. */
function addToDocument(draft: Draft, names: OperationNames, decision: string): void {
  const { many, one } = names
  const [item, list] = [toKebab(one), `${toKebab(one)}-list`]
  draft.change('specs/openapi.yaml', (text) => {
    const tag = toSentence(many)
    const before = placeInOrder(text, ['tags'], { key: 'name', value: tag })
    const entry = `- name: ${tag}\n  description: "TODO: Say in one line what ${many.join(' ')} are."\n`
    const withTag = addEntry(text, { path: ['tags'], entry, before })
    return addEntry(withTag, { path: ['paths'], entry: renderPath(names, decision) })
  })
  draft.add(`specs/schemas/${item}.yaml`, renderItem(names, decision))
  draft.add(`specs/schemas/${list}.yaml`, renderList(names, decision))
}

const renderPath = ({ id, path, many, one }: OperationNames, decision: string) => `${path}:
  x-decision: ${decision}
  get:
    operationId: ${id}
    summary: List ${many.join(' ')}
    description: "TODO: Say what partners need the ${many.join(' ')} for, and which they get."
    tags: [${toSentence(many)}]
    x-decision: ${decision}
    responses:
      "200":
        description: The ${many.join(' ')}.
        x-decision: ${decision}
        headers:
          RateLimit-Policy: { $ref: "#/components/headers/RateLimitPolicy" }
          RateLimit: { $ref: "#/components/headers/RateLimit" }
          X-RateLimit-Limit: { $ref: "#/components/headers/XRateLimitLimit" }
          X-RateLimit-Remaining: { $ref: "#/components/headers/XRateLimitRemaining" }
          X-RateLimit-Reset: { $ref: "#/components/headers/XRateLimitReset" }
          X-Request-Id: { $ref: "#/components/headers/RequestId" }
        content:
          application/json:
            schema: { $ref: ./schemas/${toKebab(one)}-list.yaml }
            examples:
              ${toCamel(many)}:
                summary: One ${one.join(' ')}
                externalValue: ./examples/${toKebab(one)}-list/valid/one-${toKebab(one)}.json
      "401": { $ref: "#/components/responses/Unauthorized" }
      "403": { $ref: "#/components/responses/Forbidden" }
      "429": { $ref: "#/components/responses/TooManyRequests" }
`

const renderItem = ({ one }: OperationNames, decision: string) => `title: ${toPascal(one)}
description: "TODO: Say what one ${one.join(' ')} is, and give it the fields it has beside these two."
type: object
additionalProperties: false
required: [uuid, name]
x-decision: [${decision}, D-026]
properties:
  uuid:
    description: Identifier of the ${one.join(' ')}.
    allOf:
      - $ref: ./uuid.yaml
  name:
    description: Name of the ${one.join(' ')}.
    type: string
    minLength: 1
`

const renderList = ({ many, one }: OperationNames, decision: string) => `title: ${toPascal(one)}List
description: The envelope that carries the ${many.join(' ')}.
type: object
additionalProperties: false
required: [status, statusCode, result]
x-decision: [${decision}, D-026]
properties:
  status:
    description: True on success.
    type: boolean
    const: true
  statusCode:
    description: HTTP status code of the response.
    type: integer
    const: 200
  result:
    description: The ${many.join(' ')}.
    type: array
    items:
      $ref: ./${toKebab(one)}.yaml
`

/** An item as in the examples, and as the route answers until it has its own data. */
const sampleOf = ({ one }: OperationNames) => ({
  uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11',
  name: toSentence(one),
})

/** Adds one example of each kind for the item and the list, so that every test table has rows. */
function addOperationExamples(draft: Draft, names: OperationNames, rule: string): void {
  const { many, one } = names
  const item = sampleOf(names)
  const list = { status: true, statusCode: 200, result: [item] }
  const { uuid, name } = item
  const a = withArticle(one)
  addExamples(draft, toKebab(one), [
    { name: `valid/${toKebab(one)}`, says: `${capital(a)} as it is sent.`, rule, value: item },
    unknownField(item, one),
    lacking('uuid', { says: `${capital(a)} has an identifier.`, rule, value: { name } }),
    lacking('name', { says: `${capital(a)} has a name.`, rule, value: { uuid } }),
  ])
  addExamples(draft, `${toKebab(one)}-list`, [
    {
      name: `valid/no-${toKebab(many)}`,
      says: 'The list may be empty.',
      rule,
      value: { ...list, result: [] },
    },
    {
      name: `valid/one-${toKebab(one)}`,
      says: 'The envelope carries an array.',
      rule,
      value: list,
    },
    unknownField(list, ['envelope']),
    {
      name: 'invalid/bare-array',
      says: 'The list comes in an envelope.',
      rule,
      fails: { path: '', keyword: 'type' },
      value: [item],
    },
    lacking('result', {
      says: 'The envelope carries a list.',
      rule,
      value: { status: true, statusCode: 200 },
    }),
    {
      name: 'unparseable/truncated',
      says: 'The body broke off.',
      rule,
      value: '{"status":true,"statusCode":200,"result":[',
    },
  ])
}

const unknownField = (value: object, what: readonly string[]): NewExample => ({
  name: 'tolerated/unknown-field',
  says: `A field of the ${what.join(' ')} that a reader does not know is skipped.`,
  rule: 'D-026',
  fails: { path: '/fieldOfTomorrow', keyword: 'additionalProperties' },
  value: { ...value, fieldOfTomorrow: null },
})

const lacking = (field: string, given: Omit<NewExample, 'name' | 'fails'>): NewExample => ({
  name: `invalid/without-${field}`,
  fails: { path: `/${field}`, keyword: 'required' },
  ...given,
})

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const app = 'apps/server'

/** Adds the route, its registration, its test and its rule in the README. */
function addToServer(draft: Draft, names: OperationNames, decision: string): void {
  const file = toKebab(toWords(names.id))
  draft.add(`${app}/src/routes/${file}.ts`, renderRoute(names, decision))
  draft.add(`${app}/test/routes/${file}.test.ts`, renderTest(names, decision))
  draft.change(`${app}/src/build-public-app.ts`, (text) => {
    const imported = insertBefore(
      text,
      /^import /m,
      `import { ${nameOf(names)}, ${toCamel(names.many)} } from './routes/${file}.ts'\n`,
    )
    const route = `    .route(operations.${names.id}, ${nameOf(names)}(${toCamel(names.many)}))\n`
    return insertBefore(imported, /^ +\.register\(app\)$/m, route)
  })
  draft.change(`${app}/README.md`, (text) => addRule(text, decision))
}

const nameOf = ({ id }: OperationNames) => `create${toPascal(toWords(id))}`

function renderRoute(names: OperationNames, decision: string): string {
  const { id, many, one } = names
  const [type, item, list] = [toPascal(toWords(id)), toPascal(one), toCamel(many)]
  return `import type { ${item}, ${item}List } from '@partner-platform/types'
import type { Handler } from '../contract/handler.ts'
import type { partnerSurface } from './partner-surface.ts'
import type { providedHeaders } from './provided-headers.ts'

type ${type} = Handler<typeof partnerSurface, '${id}', (typeof providedHeaders)[number]>

/** The ${many.join(' ')} of the service. */
export const ${list}: readonly ${item}[] = [
  { uuid: '${sampleOf(names).uuid}', name: '${sampleOf(names).name}' },
]

/**
 * Answers with the ${many.join(' ')}.
 * @see specs/decisions/ ${decision}
 */
export function ${nameOf(names)}(${list}: readonly ${item}[]): ${type} {
  const body: ${item}List = { status: true, statusCode: 200, result: [...${list}] }
  return () => ({ status: 200, body })
}
`
}

function renderTest(names: OperationNames, decision: string): string {
  const { id, many, one } = names
  const [list, item, file] = [toCamel(many), toPascal(one), toKebab(toWords(id))]
  return `import { examples } from '@partner-platform/contract-kit'
import { operations } from '@partner-platform/types'
import { parse${item}ListSent } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { ${list} } from '../../src/routes/${file}.ts'
import { startServer } from '../start-server.ts'

const { path } = operations.${id}

describe('${id}', () => {
  it('${decision} answers with the ${many.join(' ')}', async () => {
    const { ask, bearer } = await startServer()
    const { status, text } = await ask({ path, headers: bearer })
    expect(status).toBe(200)
    expect(parse${item}ListSent(JSON.parse(text))).toMatchObject({
      ok: true,
      value: { status: true, statusCode: 200, result: ${list} },
    })
  })

  it('${decision} answers nobody without a key', async () => {
    const { ask } = await startServer()
    expect((await ask({ path })).status).toBe(401)
  })

  it('${decision} has ${many.join(' ')} of its own', () => {
    const example = examples('${item}').find(({ folder }) => folder === 'valid')
    const what = 'Write in src/routes/${file}.ts where the ${many.join(' ')} come from'
    expect(${list}, what).not.toContainEqual(example?.value)
  })
})
`
}
