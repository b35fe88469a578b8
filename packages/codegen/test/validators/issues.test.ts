import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated, loadOnce } from './load-generated.ts'

const secret = 'hunter2'

/** A schema, a value that holds the secret, and the issues in words. */
const rows: [string, JsonSchema, unknown, ...string[]][] = [
  ...parse(`
- [a wrong type, { type: integer }, hunter2, ': type: expected an integer, received a string of 7 characters']
- [several types, { type: [integer, 'null'] }, hunter2, ': type: expected an integer or null, received a string of 7 characters']
- [a missing property, { required: ['a/b~c'] }, { x: hunter2 }, '/a~1b~0c: required: is required, but missing']
- - a property too many
  - { type: object, additionalProperties: false }
  - { a: hunter2 }
  - '/a: additionalProperties: is not a known property'
- - a property that no branch knows
  - { unevaluatedProperties: false }
  - { a: [hunter2] }
  - '/a: unevaluatedProperties: is not a known property'
- - a property that another asks for
  - { dependentRequired: { a: [b] } }
  - { a: hunter2 }
  - '/b: dependentRequired: is required together with "a", but missing'
- [a forbidden property, { properties: { a: false } }, { a: hunter2 }, '/a: false schema: is not allowed here']
- - a property name
  - { propertyNames: { maxLength: 3 } }
  - { hunter2: 1 }
  - '/hunter2: propertyNames: expected a property name that is at most 3 characters, received a name of 7 characters'
- [a value not listed, { enum: [a, b, 3] }, hunter2, ': enum: expected "a", "b" or 3, received a string of 7 characters']
- - a value of a long list
  - { enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
  - hunter2
  - ': enum: expected 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 or one of 2 more, received a string of 7 characters'
- [a wrong type and a list, { type: string, enum: [a] }, 1, ': type: expected a string, received an integer']
- [a pattern, { pattern: '^a$' }, hunter2, ': pattern: expected a string that matches ^a$, received a string of 7 characters']
- [a bound, { exclusiveMaximum: 3 }, 3.5, ': exclusiveMaximum: expected a number < 3, received a number']
- [a length, { minLength: 8 }, hunter2, ': minLength: expected at least 8 characters, received a string of 7 characters']
- [too many items, { maxItems: 1 }, [hunter2, 2], ': maxItems: expected at most 1 item, received an array of 2 items']
- [too many properties, { maxProperties: 1 }, { a: hunter2, b: 2 }, ': maxProperties: expected at most 1 property, received an object of 2 properties']
- [equal items, { uniqueItems: true }, [hunter2, 2, hunter2], ': uniqueItems: must not contain an item twice, but items 2 and 0 are equal']
- - items of which too few match
  - { contains: { type: integer }, minContains: 2 }
  - [1, hunter2]
  - ': contains: expected at least 2 matching items, received an array of 2 items'
- [items of which too many match, { contains: true, maxContains: 1 }, [1, hunter2], ': contains: expected 1 matching item, received an array of 2 items']
- - a choice by type
  - { anyOf: [{ type: integer }, { type: 'null' }, { type: boolean }] }
  - hunter2
  - ': type: expected an integer, null or a boolean, received a string of 7 characters'
- [a choice by several rules, { anyOf: [{ type: integer }, { const: a }] }, hunter2, ': anyOf: expected an integer or "a", received a string of 7 characters']
- - a choice of which one branch fits the type
  - { anyOf: [{ type: 'null' }, { type: object, required: [a] }] }
  - { x: hunter2 }
  - '/a: required: is required, but missing'
  - ': anyOf: expected a value that fits one of the alternatives, received an object'
- [a choice of which two fit, { oneOf: [true, { type: string }] }, hunter2, ': oneOf: expected a value that fits exactly one of the alternatives, received a string of 7 characters']
- ['a condition, reported by its then', { if: true, then: { type: integer } }, hunter2, ': type: expected an integer, received a string of 7 characters']
- [what must not be, { not: { type: string } }, hunter2, ': not: expected a value other than those that "not" describes, received a string of 7 characters']
- [a value inside others, { items: { properties: { a: { type: 'null' } } } }, [{}, { a: hunter2 }], '/1/a: type: expected null, received a string of 7 characters']
`),
  [
    'a property that is undefined',
    { required: ['a'] },
    { a: undefined },
    '/a: required: is required, but missing',
  ],
]

const loadRows = loadOnce(rows.map(([, schema]) => schema))
it.each(rows.map((row, index) => [index, ...row] as const))(
  'row %i, %s: says where it is and what was expected, never the value',
  async (index, _, __, value, ...want) => {
    const result = (await loadRows())[`parseSubject${index}Sent`]?.(value)
    const issues = result?.ok === false ? result.issues : []
    const told = issues.map(({ path, keyword, message }) => `${path}: ${keyword}: ${message}`)
    expect(told).toEqual(want)
    expect(issues.map(({ message }) => message).join()).not.toContain(secret)
  },
)

it('keeps the issues of one call when another call follows', async () => {
  const { parseSubject } = await loadGenerated(contractOf({ Subject: { type: 'string' } }))
  const first = parseSubject?.(1)
  const before = structuredClone(first)
  parseSubject?.({})
  expect(first).toEqual(before)
})

const item: JsonSchema = { type: 'string', enum: ['a', 'b', 'c', 'd'] }
const lists: [string, Record<string, JsonSchema>][] = [
  ['in place', { Subject: { items: item } }],
  ['through references', { Subject: { items: { $ref: '#/components/schemas/Item' } }, Item: item }],
]

it.each(lists)('keeps at most 100 findings of 20,000 wrong items, %s', async (_, schemas) => {
  const { parseSubjectSent } = await loadGenerated(contractOf(schemas))
  const result = parseSubjectSent?.(Array(20_000).fill(0))
  // Two findings for each of 50 items, of which the wrong type hides the enum.
  expect(result?.ok === false && result.issues.length).toBe(50)
  expect(parseSubjectSent?.(Array(20_000).fill('a')).ok).toBe(true)
})

it('takes back what a branch found when another branch fits, and keeps what was found before', async () => {
  const list = (type: string): JsonSchema => ({ type: 'array', items: { type } })
  const choice: JsonSchema = { anyOf: [list('null'), list('integer')] }
  const schema: JsonSchema = {
    allOf: [{ properties: { a: { type: 'null' } } }, { properties: { b: choice } }],
  }
  const { parseSubjectSent } = await loadGenerated(contractOf({ Subject: schema }))
  for (const length of [3, 20_000]) {
    const b = Array(length).fill(1)
    expect(parseSubjectSent?.({ a: null, b }).ok).toBe(true)
    expect(parseSubjectSent?.({ a: 1, b })).toMatchObject({ ok: false, issues: [{ path: '/a' }] })
  }
})

it('cuts a path of which a hostile property name is part', async () => {
  const { parseSubjectSent } = await loadGenerated(
    contractOf({ Subject: { additionalProperties: false } }),
  )
  const result = parseSubjectSent?.({ ['x'.repeat(1_000_000)]: 1 })
  expect(result?.ok === false && result.issues[0]?.path.length).toBe(1000)
})

it('offers a Standard Schema object whose paths are lists of names', async () => {
  const generated = await loadGenerated(
    contractOf({ Subject: { properties: { 'a/b': { items: { type: 'null' } } } } }),
  )
  const schema = (
    generated as unknown as Record<
      string,
      { '~standard': { version: number; vendor: string; validate: (value: unknown) => unknown } }
    >
  ).subjectSentSchema
  expect(schema?.['~standard']).toMatchObject({ version: 1, vendor: 'contract-codegen' })
  expect(schema?.['~standard'].validate({ 'a/b': [1] })).toEqual({
    issues: [{ message: 'expected null, received an integer', path: ['a/b', '0'] }],
  })
  expect(schema?.['~standard'].validate({})).toEqual({ value: {} })
})
