import { describe, expect, it } from 'vitest'
import { makeContractMutants } from '../../src/mutate/contract-mutants.ts'

const mutantsOf = (value: unknown) =>
  makeContractMutants('a.yaml', value).map(({ operator, text }) => [operator, JSON.parse(text)])

// biome-ignore-start lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
describe('makeContractMutants', () => {
  it.each([
    ['required fields', { required: ['a', 'b'] }, 'drop required', { required: ['b'] }],
    ['names', { properties: { a: {} } }, 'rename properties', { properties: { aX: {} } }],
    ['fields', { properties: { a: {} } }, 'remove properties', { properties: {} }],
    ['headers', { headers: { a: {} } }, 'remove headers', { headers: {} }],
    ['types', { type: 'string' }, 'retype', { type: 'integer' }],
    ['null', { type: 'string' }, 'allow null', { type: ['string', 'null'] }],
    ['open sets', { enum: ['a'] }, 'loosen enum', { enum: ['a', 'ANOTHER'] }],
    ['sets', { enum: ['a', 'b'] }, 'shorten enum', { enum: ['b'] }],
    ['flags', { required: true }, 'flip boolean', { required: false }],
    ['bounds', { maxLength: 3 }, 'off by one', { maxLength: 4 }],
    ['patterns', { pattern: 'a' }, 'drop keyword', {}],
    [
      'conditions',
      { if: {}, then: {}, else: false },
      'flip condition',
      { if: {}, then: false, else: {} },
    ],
    [
      'constants',
      { 'x-constants': { a: { value: [1] } } },
      'change constant',
      { 'x-constants': { a: { value: [2] } } },
    ],
  ])('changes %s', (_, value, operator, want) =>
    expect(mutantsOf(value)).toContainEqual([operator, want]),
  )

  it('takes names for names, and leaves examples and prose alone', () => {
    const value = { properties: { type: {} }, description: 'a', examples: [{ required: true }] }
    expect(mutantsOf(value).map(([operator]) => operator)).toEqual([
      'rename properties',
      'remove properties',
    ])
  })

  it('takes the headers of a message for the schema that they are', () => {
    const value = { headers: { type: 'object', properties: { a: {} } } }
    const operators = mutantsOf(value).map(([operator]) => operator)
    expect(operators).not.toContain('rename headers')
    expect(operators).toContain('remove properties')
  })

  it('makes nothing that is the same', () => {
    const value = { if: {}, then: true, else: true }
    expect(mutantsOf(value).map(([operator]) => operator)).toEqual(['flip boolean', 'flip boolean'])
  })
})
// biome-ignore-end lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
