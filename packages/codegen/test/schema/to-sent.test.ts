import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { toSent } from '../../src/schema/to-sent.ts'

const ajv = new Ajv2020({ strict: false })
const accepts = (schema: JsonSchema, value: unknown) => ajv.compile(schema)(value)

it('holds the rules as written, without annotations and marks', () => {
  const schema = {
    title: 'A',
    'x-source': '1',
    properties: { a: { description: 'b', const: 'A', 'x-sender-only': true } },
    additionalProperties: false,
  }
  expect(toSent(schema)).toEqual({ properties: { a: { const: 'A' } }, additionalProperties: false })
})

it('takes a set that is open as written for the string it is', () => {
  const open = { description: 'a', anyOf: [{ type: 'string', enum: ['A'] }, { type: 'string' }] }
  expect(toSent(open)).toEqual({ type: 'string' })
  expect(
    toSent({ anyOf: [{ type: 'string' }, { type: 'string', const: 'A' }, { type: 'null' }] }),
  ).toEqual({ anyOf: [{ type: 'null' }, { type: 'string' }] })
})

const settled: [title: string, given: JsonSchema, want: JsonSchema][] = parse(`
- [then and else without if, { then: false, else: false }, {}]
- [bounds without contains, { minContains: 1, maxContains: 1 }, {}]
- [contains that may match nothing, { contains: false, minContains: 0 }, { allOf: [{ anyOf: [{ contains: false }, true] }] }]
- [a property named __proto__, { properties: { '__proto__': false, a: true } }, { properties: { a: true }, patternProperties: { ^__proto__$: false } }]
- [an if that leads nowhere, { if: { minimum: 1 } }, { allOf: [{ anyOf: [{ minimum: 1 }, true] }] }]
- [bounds of contains that exclude each other, { contains: true, minContains: 2, maxContains: 1 }, { allOf: [{ not: { type: array } }] }]
`)

it.each(settled)('spells out %s, with the same answer', (_, given, want) => {
  expect(toSent(given)).toEqual(want)
  for (const value of [0, 1, [], [1], [1, 2]])
    expect(accepts(toSent(given), value)).toBe(accepts(given, value))
})
