import { expect, it } from 'vitest'
import { emitGuards } from '../../src/guards/emit-guards.ts'
import type { JsonSchema } from '../../src/model.ts'
import { narrows } from '../../src/runtime/narrows.ts'
import { contractOf } from '../validators/contract-of.ts'

const order: JsonSchema = {
  if: { properties: { status: { const: 'SHIPPED' } }, required: ['status'] },
  then: { required: ['at'] },
}

it('emits a guard that intersects with the narrowed type', () => {
  const { path, content } = emitGuards(contractOf({ Order: order }), {
    typesModule: '@example/types',
  })
  expect(path).toBe('guards.ts')
  expect(content).toContain("import type * as t from '@example/types'")
  expect(content).toContain(
    'export function isShipped<T extends t.Order>(value: T): value is T & t.OrderShipped {',
  )
  expect(content).not.toContain('Received<')
})

it('takes what a reader takes, where that is more than the type lists', () => {
  const closed = { ...order, properties: { status: { enum: ['SHIPPED', 'NEW'] } } }
  const { content } = emitGuards(contractOf({ Order: closed }))
  expect(content).toContain(
    'export function isShipped<T extends Received<t.Order>>(value: T): value is T & Received<t.OrderShipped> & { "status": "SHIPPED" } {',
  )
  expect(content).toContain('type Received<T> =')
})

it('is a module also where there is nothing to guard', () => {
  expect(emitGuards(contractOf({})).content).toBe('export {}\n')
})

const throwing = Object.defineProperty({}, 'status', {
  enumerable: true,
  get: () => {
    throw new Error('no')
  },
})
const ofPrototype = Object.assign(Object.create({ at: 'now' }), { status: 'SHIPPED' })
const rows: [string, unknown, boolean][] = [
  ['the value and what it makes certain', { status: 'SHIPPED', at: 'now' }, true],
  ['null in a required place', { status: 'SHIPPED', at: null }, false],
  ['another type in a required place', { status: 'SHIPPED', at: 1 }, false],
  ['another value', { status: 'NEW', at: 'now' }, false],
  ['the value without what it makes certain', { status: 'SHIPPED' }, false],
  ['a required property that is undefined', { status: 'SHIPPED', at: undefined }, false],
  ['a required property of the prototype only', ofPrototype, false],
  ['a value that throws', throwing, false],
  ['no object', null, false],
  ['a text', 'SHIPPED', false],
]

it.each(rows)('a guard decides: %s', (_, value, want) => {
  expect(
    narrows(value, { property: 'status', value: 'SHIPPED', required: { at: ['string'] } }),
  ).toBe(want)
})

it.each<[string[], unknown, boolean]>([
  [['string[]'], ['a'], true],
  [['string[]'], ['a', null], false],
  [['string[]'], 'a', false],
  [['number', 'null'], null, true],
  [['object'], [], false],
  [['array'], [1], true],
  [[], 5, true],
])('a guard for %j looks at %j', (types, at, want) => {
  const condition = { property: 'status', value: 'SHIPPED', required: { at: types } }
  expect(narrows({ status: 'SHIPPED', at }, condition)).toBe(want)
})

it('asks for the JSON types of the properties, behind references and allOf', () => {
  const { content } = emitGuards(
    contractOf({
      Order: { ...order, allOf: [{ $ref: '#/components/schemas/Base' }] },
      Base: { properties: { at: { type: 'array', items: { type: 'string' } } } },
    }),
  )
  expect(content).toContain("required: { at: ['string[]'] }")
})
