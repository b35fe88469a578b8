import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { keywordTable } from '../../src/schema/keyword-table.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated, loadOnce } from './load-generated.ts'

const secret = 'hunter2'

/**
 * At least one row for each supported keyword: a schema, a value that it accepts, a value that it rejects,
 * and the issues in words. `Other` and `Ärger` are `{ type: integer }`.
 */
const rows: [title: string, JsonSchema, accepts: unknown, rejects: unknown, ...string[]][] = [
  ...parse(String.raw`
- [$ref, { $ref: '#/components/schemas/Other' }, 1, hunter2, ': type: expected an integer, received a string of 7 characters']
- ['$ref to a name that is not ASCII', { $ref: '#/components/schemas/Ärger' }, 1, hunter2, ': type: expected an integer, received a string of 7 characters']
- [allOf, { allOf: [{ minimum: 2 }, { maximum: 4 }] }, 3, 5, ': maximum: expected a number <= 4, received an integer']
- - anyOf by type
  - { anyOf: [{ type: integer }, { type: 'null' }, { type: boolean }] }
  - null
  - hunter2
  - ': type: expected an integer, null or a boolean, received a string of 7 characters'
- [anyOf by several rules, { anyOf: [{ type: integer }, { const: a }] }, a, hunter2, ': anyOf: expected an integer or "a", received a string of 7 characters']
- - anyOf of which one branch fits the type
  - { anyOf: [{ type: 'null' }, { type: object, required: [a] }] }
  - { a: 1 }
  - { x: hunter2 }
  - '/a: required: is required, but missing'
  - ': anyOf: expected a value that fits one of the alternatives, received an object'
- [oneOf of which two fit, { oneOf: [true, { type: string }] }, 1, hunter2, ': oneOf: expected a value that fits exactly one of the alternatives, received a string of 7 characters']
- [not, { not: { type: string } }, 1, hunter2, ': not: expected a value other than those that "not" describes, received a string of 7 characters']
- [if, { if: { type: integer }, then: { minimum: 1 } }, a, 0, ': minimum: expected a number >= 1, received an integer']
- [then, { if: { type: integer }, then: false }, a, 0, ': false schema: is not allowed here']
- [else, { if: { type: integer }, else: { minLength: 1 } }, 0, '', ': minLength: expected at least 1 character, received a string of 0 characters']
- [dependentSchemas, { dependentSchemas: { a: { required: [b] } } }, { b: 1 }, { a: hunter2 }, '/b: required: is required, but missing']
- [properties, { properties: { a: { type: integer } } }, { a: 1 }, { a: hunter2 }, '/a: type: expected an integer, received a string of 7 characters']
- [properties that are forbidden, { properties: { a: false } }, {}, { a: hunter2 }, '/a: false schema: is not allowed here']
- [patternProperties, { patternProperties: { '^a': false } }, { b: 1 }, { ab: 1 }, '/ab: false schema: is not allowed here']
- [additionalProperties, { properties: { a: true }, additionalProperties: false }, { a: 1 }, { b: hunter2 }, '/b: additionalProperties: is not a known property']
- - propertyNames
  - { propertyNames: { maxLength: 3 } }
  - { abc: 1 }
  - { hunter2: 1 }
  - '/hunter2: propertyNames: expected a property name that is at most 3 characters, received a name of 7 characters'
- - unevaluatedProperties
  - { allOf: [{ properties: { a: true } }], unevaluatedProperties: false }
  - { a: 1 }
  - { b: [hunter2] }
  - '/b: unevaluatedProperties: is not a known property'
- - unevaluatedProperties that only a failed branch of anyOf evaluated
  - { anyOf: [&FAILS { properties: { b: { type: string } }, patternProperties: { b$: { type: string } } }, { type: object }], unevaluatedProperties: false }
  - {}
  - { b: 1, ab: 1 }
  - '/b: unevaluatedProperties: is not a known property'
  - '/ab: unevaluatedProperties: is not a known property'
- - unevaluatedProperties that only a failed branch of oneOf evaluated
  - { oneOf: [*FAILS, { required: [c], properties: { c: true } }], unevaluatedProperties: false }
  - { b: a }
  - { b: 1, ab: 1, c: 1 }
  - '/b: unevaluatedProperties: is not a known property'
  - '/ab: unevaluatedProperties: is not a known property'
- [prefixItems, { prefixItems: [{ type: integer }] }, [1, a], [hunter2], '/0: type: expected an integer, received a string of 7 characters']
- [items after others, { prefixItems: [true], items: { type: integer } }, [a, 1], [a, hunter2], '/1: type: expected an integer, received a string of 7 characters']
- [items that end a list, { prefixItems: [true], items: false }, [a], [a, hunter2], ': items: expected at most 1 item, received an array of 2 items']
- [items that are forbidden, { items: false }, [], [hunter2], '/0: false schema: is not allowed here']
- [items with properties, { items: { properties: { a: { type: 'null' } } } }, [{ a: null }], [{}, { a: hunter2 }], '/1/a: type: expected null, received a string of 7 characters']
- [contains, { contains: { type: integer } }, [a, 1], [hunter2], ': contains: expected at least 1 matching item, received an array of 1 item']
- [unevaluatedItems, { allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, [1], [1, hunter2], ': unevaluatedItems: expected at most 1 item, received an array of 2 items']
- [type, { type: [integer, 'null'] }, null, 1.5, ': type: expected an integer or null, received a number']
- [type beside a list, { type: string, enum: [a] }, a, 1, ': type: expected a string, received an integer']
- [enum, { enum: [a, { b: [2] }, 3] }, { b: [2] }, hunter2, ': enum: expected "a", {"b":[2]} or 3, received a string of 7 characters']
- - enum of a long list
  - { enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
  - 11
  - hunter2
  - ': enum: expected 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 or one of 2 more, received a string of 7 characters'
- [enum with a member named __proto__, { enum: [{ __proto__: 1 }, 5] }, { __proto__: 1 }, {}, ': enum: expected {"__proto__":1} or 5, received an object']
- - const that looks like code
  - { required: [require], properties: { require: { const: 'require("ajv")' }, '(': { enum: ['require("ajv")'] } } }
  - { require: 'require("ajv")', '(': 'require("ajv")' }
  - { require: hunter2 }
  - '/require: const: expected "require(\"ajv\")", received a string of 7 characters'
- [const, { const: { a: [1] } }, { a: [1] }, { a: [1, 1] }, ': const: expected {"a":[1]}, received an object']
- [multipleOf, { multipleOf: 0.01 }, 19.99, 19.999, ': multipleOf: expected a multiple of 0.01, received a number']
- [maximum, { maximum: 3 }, 3, 3.1, ': maximum: expected a number <= 3, received a number']
- [exclusiveMaximum, { exclusiveMaximum: 3 }, 2.9, 3, ': exclusiveMaximum: expected a number < 3, received an integer']
- [minimum, { minimum: 3 }, 3, 2.9, ': minimum: expected a number >= 3, received a number']
- [exclusiveMinimum, { exclusiveMinimum: 3 }, 3.1, 3, ': exclusiveMinimum: expected a number > 3, received an integer']
- [maxLength, { maxLength: 1 }, '😀', ab, ': maxLength: expected at most 1 character, received a string of 2 characters']
- [minLength, { minLength: 2 }, ab, '😀', ': minLength: expected at least 2 characters, received a string of 1 character']
- [pattern, { pattern: '^\p{Lu}$' }, Ä, hunter2, ': pattern: expected a string that matches ^\p{Lu}$, received a string of 7 characters']
- [maxItems, { maxItems: 1 }, [1], [hunter2, 2], ': maxItems: expected at most 1 item, received an array of 2 items']
- [minItems, { minItems: 1 }, [1], [], ': minItems: expected at least 1 item, received an array of 0 items']
- [uniqueItems, { uniqueItems: true }, [1, '1', { a: 1 }], [{ a: 1, b: 2 }, hunter2, { b: 2, a: 1 }], ': uniqueItems: must not contain an item twice, but items 2 and 0 are equal']
- [maxContains, { contains: { const: 1 }, maxContains: 1 }, [1, 2], [1, 1], ': contains: expected 1 matching item, received an array of 2 items']
- [minContains, { contains: { const: 1 }, minContains: 2 }, [1, 1], [1, hunter2], ': contains: expected at least 2 matching items, received an array of 2 items']
- [maxProperties, { maxProperties: 1 }, { a: 1 }, { a: hunter2, b: 2 }, ': maxProperties: expected at most 1 property, received an object of 2 properties']
- [minProperties, { minProperties: 1 }, { a: 1 }, {}, ': minProperties: expected at least 1 property, received an object of 0 properties']
- [required, { required: ['a/b~c'] }, { a/b~c: null }, { x: hunter2 }, '/a~1b~0c: required: is required, but missing']
- - dependentRequired
  - { dependentRequired: { a: [b] } }
  - { b: 1 }
  - { a: hunter2 }
  - '/b: dependentRequired: is required together with "a", but missing'
- [format, { format: date }, '2024-02-29', '2026-02-29', ': format: expected a value in format date, received a string of 10 characters']
`),
  [
    'required of a property that is undefined',
    { required: ['a'] },
    { a: null },
    { a: undefined },
    '/a: required: is required, but missing',
  ],
]

it('has a row for each keyword that is carried', () => {
  const carried = [...keywordTable].flatMap(([name, { fate }]) => (fate === 'carried' ? name : []))
  expect(new Set(rows.map(([title]) => title.split(' ')[0]))).toEqual(new Set(carried))
})

const loadRows = loadOnce(
  rows.map(([, schema]) => schema),
  { Other: { type: 'integer' }, Ärger: { type: 'integer' } },
)
it.each(rows.map((row, index) => [index, ...row] as const))(
  'row %i, %s: decides, and says where it is and what was expected, never the value',
  async (index, _, __, accepts, rejects, ...want) => {
    const parseRow = (await loadRows())[`parseSubject${index}Sent`]
    expect(parseRow?.(accepts)).toEqual({ ok: true, value: accepts, departures: [] })
    const result = parseRow?.(rejects)
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
