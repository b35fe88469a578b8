import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { toReceived, toSent } from '../../src/validators/strictness.ts'

const ajv = new Ajv2020({ strict: false })
const accepts = (schema: JsonSchema, value: unknown) => ajv.compile(schema)(value)

const closed = { properties: { a: true }, additionalProperties: false }
const listed = { enum: ['A'] }

/** Each rule of the received form: what it makes of a schema, and a value that only the reader takes. */
const relaxed: [string, { given: JsonSchema; want: JsonSchema; value: unknown }][] = [
  [
    'drops additionalProperties: false',
    { given: closed, want: { properties: { a: true } }, value: { b: 1 } },
  ],
  [
    'drops unevaluatedProperties',
    { given: { unevaluatedProperties: false }, want: {}, value: { b: 1 } },
  ],
  ['drops unevaluatedItems', { given: { unevaluatedItems: false }, want: {}, value: [1] }],
  [
    'opens an enum of strings',
    { given: { type: 'string', enum: ['A'] }, want: { type: 'string' }, value: 'B' },
  ],
  [
    'opens an enum of strings without type',
    { given: listed, want: { type: 'string' }, value: 'B' },
  ],
  [
    'opens an enum of strings and null',
    { given: { enum: ['A', null] }, want: { type: ['string', 'null'] }, value: 'B' },
  ],
  [
    'opens the strings of a mixed enum',
    {
      given: { enum: ['A', 1] },
      want: { allOf: [{ anyOf: [{ type: 'string' }, { enum: [1] }] }] },
      value: 'B',
    },
  ],
  ['opens a const string', { given: { const: 'A' }, want: { type: 'string' }, value: 'B' }],
  [
    'keeps other rules on an opened string',
    { given: { const: 'AB', minLength: 2 }, want: { minLength: 2, type: 'string' }, value: 'BC' },
  ],
  [
    'limits the types beside an opened enum',
    { given: { type: ['string', 'integer'], enum: ['A'] }, want: { type: 'string' }, value: 'B' },
  ],
  [
    'takes oneOf as anyOf',
    {
      given: { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
      want: { anyOf: [{ minimum: 1 }, { minimum: 2 }] },
      value: 3,
    },
  ],
  [
    'takes oneOf beside anyOf as a second choice',
    {
      given: { anyOf: [true], oneOf: [{ minimum: 1 }, { minimum: 2 }] },
      want: { anyOf: [true], allOf: [{ anyOf: [{ minimum: 1 }, { minimum: 2 }] }] },
      value: 3,
    },
  ],
  [
    'drops what only the sender obeys',
    {
      given: { if: { const: 1 }, then: { 'x-sender-only': true, minimum: 2 } },
      want: { allOf: [{ anyOf: [{ const: 1 }, true] }] },
      value: 1,
    },
  ],
  [
    'relaxes inside properties',
    {
      given: { properties: { a: listed } },
      want: { properties: { a: { type: 'string' } } },
      value: { a: 'B' },
    },
  ],
  [
    'relaxes inside patternProperties',
    {
      given: { patternProperties: { a: listed } },
      want: { patternProperties: { a: { type: 'string' } } },
      value: { a: 'B' },
    },
  ],
  [
    'relaxes inside additionalProperties',
    {
      given: { additionalProperties: listed },
      want: { additionalProperties: { type: 'string' } },
      value: { a: 'B' },
    },
  ],
  [
    'relaxes inside propertyNames',
    {
      given: { propertyNames: listed },
      want: { propertyNames: { type: 'string' } },
      value: { B: 1 },
    },
  ],
  [
    'relaxes inside items',
    { given: { items: listed }, want: { items: { type: 'string' } }, value: ['B'] },
  ],
  [
    'relaxes inside prefixItems',
    { given: { prefixItems: [listed] }, want: { prefixItems: [{ type: 'string' }] }, value: ['B'] },
  ],
  [
    'relaxes inside contains without maxContains',
    { given: { contains: listed }, want: { contains: { type: 'string' } }, value: ['B'] },
  ],
  [
    'relaxes inside allOf',
    { given: { allOf: [listed] }, want: { allOf: [{ type: 'string' }] }, value: 'B' },
  ],
  ['relaxes inside anyOf', { given: { anyOf: [listed] }, want: { type: 'string' }, value: 'B' }],
  [
    'relaxes inside then',
    { given: { if: true, then: listed }, want: { if: true, then: { type: 'string' } }, value: 'B' },
  ],
  [
    'relaxes inside else',
    {
      given: { if: false, else: listed },
      want: { if: false, else: { type: 'string' } },
      value: 'B',
    },
  ],
  [
    'relaxes inside dependentSchemas',
    {
      given: { dependentSchemas: { a: closed } },
      want: { dependentSchemas: { a: { properties: { a: true } } } },
      value: { a: 1, b: 1 },
    },
  ],
]

it.each(relaxed)('received %s', (_, { given, want, value }) => {
  expect(toReceived(given)).toEqual(want)
  expect(accepts(toReceived(given), value)).toBe(true)
  expect(accepts(toSent(given), value)).toBe(false)
})

/** Where relaxing would refuse more: with the rule relaxed inside, the value below would be refused. */
const exact: [string, { given: JsonSchema; value: unknown }][] = [
  ['under not', { given: { not: listed }, value: 'B' }],
  [
    'under not, at any depth',
    {
      given: {
        not: { properties: { a: { oneOf: [listed, { enum: ['A', 'C'] }] } }, required: ['a'] },
      },
      value: { a: 'A' },
    },
  ],
  ['under if', { given: { if: listed, then: { maxLength: 0 } }, value: 'B' }],
  [
    'under contains beside maxContains',
    { given: { contains: listed, maxContains: 1 }, value: ['A', 'B'] },
  ],
]

it.each(exact)('received takes a rule exactly %s', (_, { given, value }) => {
  expect(toReceived(given)).toEqual(toSent(given))
  expect(accepts(toReceived(given), value)).toBe(true)
  expect(accepts(toSent(given), value)).toBe(true)
})

const kept: [string, JsonSchema][] = [
  ['an enum of numbers', { enum: [1, 2] }],
  ['a const that is no string', { const: true }],
  ['items: false, which the type depends on', { prefixItems: [true], items: false }],
  ['a property that is forbidden by name', { properties: { a: false } }],
  ['additionalProperties with a schema', { additionalProperties: { type: 'integer' } }],
  [
    'counts, bounds, lengths, patterns and formats',
    { minProperties: 1, maximum: 2, maxLength: 3, pattern: 'a', format: 'date' },
  ],
]

it.each(kept)('received keeps %s', (_, schema) => {
  expect(toReceived(schema)).toEqual(schema)
})

it('leads a $ref to the received form, and under not, if and bounded contains to the sent form', () => {
  const $ref = '#/components/schemas/A'
  const here = { $ref: `${$ref}@received` }
  expect(
    toReceived({ $ref, not: { $ref }, if: { $ref }, then: { $ref }, contains: { $ref } }),
  ).toEqual({ ...here, not: { $ref }, if: { $ref }, then: here, contains: here })
  expect(toReceived({ contains: { allOf: [{ $ref }] }, maxContains: 1 })).toEqual({
    contains: { allOf: [{ $ref }] },
    maxContains: 1,
  })
  expect(toSent({ $ref, not: { $ref } })).toEqual({ $ref, not: { $ref } })
})

it('sent holds the rules as written, without annotations and marks', () => {
  const schema = {
    title: 'A',
    'x-source': '1',
    properties: { a: { description: 'b', const: 'A', 'x-sender-only': true } },
    additionalProperties: false,
  }
  expect(toSent(schema)).toEqual({ properties: { a: { const: 'A' } }, additionalProperties: false })
})

it('takes a set that is open as written for the string it is, in both forms', () => {
  const open = { description: 'a', anyOf: [{ type: 'string', enum: ['A'] }, { type: 'string' }] }
  expect(toSent(open)).toEqual({ type: 'string' })
  expect(toReceived(open)).toEqual({ type: 'string' })
  expect(
    toSent({ anyOf: [{ type: 'string' }, { type: 'string', const: 'A' }, { type: 'null' }] }),
  ).toEqual({ anyOf: [{ type: 'null' }, { type: 'string' }] })
})

const settled: [string, { given: JsonSchema; want: JsonSchema }][] = [
  ['then and else without if', { given: { then: false, else: false }, want: {} }],
  ['bounds without contains', { given: { minContains: 1, maxContains: 1 }, want: {} }],
  ['contains that may match nothing', { given: { contains: false, minContains: 0 }, want: {} }],
  [
    'an if that leads nowhere',
    { given: { if: { minimum: 1 } }, want: { allOf: [{ anyOf: [{ minimum: 1 }, true] }] } },
  ],
  [
    'bounds of contains that exclude each other',
    {
      given: { contains: true, minContains: 2, maxContains: 1 },
      want: { allOf: [{ not: { type: 'array' } }] },
    },
  ],
]

it.each(settled)('spells out %s, with the same answer', (_, { given, want }) => {
  expect(toSent(given)).toEqual(want)
  for (const value of [0, 1, [], [1], [1, 2]])
    expect(accepts(toSent(given), value)).toBe(accepts(given, value))
})
