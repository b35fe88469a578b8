import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema, ValueKind } from '../../src/model.ts'
import { KindReader } from '../../src/openapi/read-operations.ts'
import { contractOf } from '../validators/contract-of.ts'

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const others: Record<string, JsonSchema> = {
  Text: { type: 'string' },
  Same: { allOf: [refTo('Same')], type: 'boolean' },
  Circle: { allOf: [refTo('Circle')] },
}
const readerOf = (schemas: Record<string, JsonSchema>) =>
  new KindReader(contractOf({ ...others, ...schemas }).schemas)

type Row = [title: string, schema: JsonSchema, kind: ValueKind | null]

const kinds: Row[] = parse(`
- [a type, { type: integer }, integer]
- ['numbers, of which integers are some', { type: number }, number]
- [a list of both number types, { type: [integer, number] }, number]
- [a type beside null, { type: [boolean, 'null'] }, boolean]
- [two types, { type: [string, integer] }, null]
- [null alone, { type: 'null' }, null]
- [an enum, { enum: [a, b, null] }, string]
- [an enum of whole numbers, { enum: [1, 2] }, integer]
- [an enum of numbers, { enum: [1, 2.5] }, number]
- [an enum of several kinds, { enum: [a, 1] }, null]
- [an enum that its type narrows, { type: string, enum: [a, 1] }, string]
- [a const, { const: [1] }, array]
- ['a $ref', &TEXT { $ref: '#/components/schemas/Text' }, string]
- ['a $ref back to itself', { $ref: '#/components/schemas/Same' }, boolean]
- [a circle, { $ref: '#/components/schemas/Circle' }, null]
- [a part of allOf, { allOf: [{ minLength: 1 }, *TEXT] }, string]
- [parts of allOf that together leave one, { allOf: [{ type: [string, integer] }, { type: number }] }, integer]
- [alternatives of one kind, { anyOf: [{ type: string, enum: [a] }, { type: string }] }, string]
- [an alternative of null, { oneOf: [{ type: object }, { type: 'null' }] }, object]
- [alternatives of two kinds, { oneOf: [{ type: string }, { type: integer }] }, null]
- [no rule, { minimum: 1 }, null]
- ['true', true, null]
- ['false', false, null]
`)

test.each(kinds)('the kind of %s', (_, schema, kind) => {
  expect(readerOf({ A: schema }).kindOf('A')).toBe(kind)
})

const items: Row[] = parse(`
- [items, { type: array, items: { type: integer } }, integer]
- ['items behind a $ref', { items: &TEXT { $ref: '#/components/schemas/Text' } }, string]
- [items of a part, { type: array, allOf: [{ items: { type: boolean } }] }, boolean]
- [items beside an alternative of null, { anyOf: [{ type: array, items: { type: number } }, { type: 'null' }] }, number]
- [items of alternatives, { oneOf: [{ items: { type: number } }, { items: *TEXT }] }, null]
- [items after others, { prefixItems: [{ type: string }], items: { type: integer } }, null]
- [any items, { type: array }, null]
`)

test.each(items)('the kind of %s', (_, schema, kind) => {
  expect(readerOf({ A: schema }).kindOfItems('A')).toBe(kind)
})

test('takes twice the steps for schemas of twice the number, however often they name each other', () => {
  let steps = 0
  const count = (schema: object) =>
    new Proxy(schema, {
      get: (target, key) => {
        steps += 1
        return Reflect.get(target, key)
      },
    }) as JsonSchema
  const stepsFor = (size: number) => {
    steps = 0
    const rows = Array.from({ length: size }, (_, index): [string, JsonSchema] => {
      const next = refTo(`S${index + 1}`)
      return [`S${index}`, count({ anyOf: [next, next], allOf: [next] })]
    })
    const schemas = { ...Object.fromEntries(rows), [`S${size}`]: refTo('Text') }
    expect(readerOf(schemas).kindOf('S0')).toBe('string')
    return steps
  }
  expect(stepsFor(200)).toBe(2 * stepsFor(100))
})
