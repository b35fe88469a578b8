import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { emitGuards, findNarrowings } from '../../src/guards/emit-guards.ts'
import type { JsonSchema } from '../../src/model.ts'
import { narrows } from '../../src/runtime/narrows.ts'
import { contractOf } from '../validators/contract-of.ts'

/** `if` with one property of one value, and `then` with what it requires. */
const when = (property: string, value: unknown, required: string[]) => ({
  if: { properties: { [property]: { const: value } }, required: [property] },
  then: { required },
})

function found(schemas: Record<string, JsonSchema>): string[] {
  return findNarrowings(contractOf(schemas)).map(
    ({ schema, property, value, typeName, guardName, required }) =>
      `${schema}.${property}=${value}: ${typeName} ${guardName} ${required}`,
  )
}

/** The conditions of each schema, as the arguments of `when`, and what is found. */
const rows: [string, Record<string, Parameters<typeof when>[]>, string[]][] = parse(`
- [one condition, { Order: [[status, SHIPPED, [at, by]]] }, ['Order.status=SHIPPED: OrderShipped isShipped at,by']]
- [conditions merged by value, { Order: [[status, a, [y]], [status, a, [x]]] }, ['Order.status=a: OrderA isA x,y']]
- - values of other types
  - { A: [[v, 404, [x]]], B: [[v, true, [x]]], C: [[v, null, [x]]], D: [[v, -1, [x]]] }
  - ['A.v=404: A404 is404 x', 'B.v=true: BTrue isTrue x', 'C.v=null: CNull isNull x', 'D.v=-1: DMinus1 isMinus1 x']
- - values that give the same name
  - { A: [[v, VISA_GRANTED, [x]], [v, visa-granted, [y]]] }
  - ['A.v=VISA_GRANTED: AVVisaGranted isAVVisaGranted x', 'A.v=visa-granted: AVVisaGranted2 isAVVisaGranted2 y']
- [values without letters, { A: [[v, '', [x]], [v, '+', [x]]] }, ['A.v=: AEmpty isEmpty x', 'A.v=+: AU2B isU2B x']]
- - one value in two schemas
  - { A: [[v, done, [x]]], B: [[v, done, [x]]], C: [[v, new, [x]]] }
  - ['A.v=done: ADone isADone x', 'B.v=done: BDone isBDone x', 'C.v=new: CNew isNew x']
- - one value of two properties
  - { A: [[v, done, [x]], [w, done, [x]]] }
  - ['A.v=done: AVDone isAVDone x', 'A.w=done: AWDone isAWDone x']
- [a guard named like the guard of a schema, { A: [[v, done, [x]]], Done: [] }, ['A.v=done: ADone isADone x']]
- [a type named like a schema, { A: [[v, done, [x]]], ADone: [] }, ['A.v=done: AVDone isDone x']]
`)

it.each(rows)('finds and names %s', (_, conditions, want) => {
  const schemas = Object.entries(conditions).map(([name, list]): [string, JsonSchema] => {
    const [first, ...others] = list.map((row) => when(...row))
    return [name, { ...first, allOf: [{ allOf: others }] }]
  })
  expect(found(Object.fromEntries(schemas))).toEqual(want)
})

const forms: [string, JsonSchema, string[]][] = parse(`
- - a list of one value, with annotations
  - { if: { title: t, type: object, required: [a], properties: { a: { description: d, x-a: 1, enum: [b] } } }, then: { required: [c] } }
  - ['A.a=b: AB isB c']
- ['a value that is not required, so its absence passes', { if: { properties: { a: { const: 1 } } }, then: { required: [b] } }, []]
- [two properties, { if: { properties: { a: { const: 1 }, b: { const: 2 } }, required: [a, b] }, then: { required: [c] } }, []]
- [another rule on the object, { if: { properties: { a: { const: 1 } }, required: [a], minProperties: 3 }, then: { required: [c] } }, []]
- [another rule on the value, { if: { properties: { a: { const: 1, minimum: 2 } }, required: [a] }, then: { required: [c] } }, []]
- [several values, { if: { properties: { a: { enum: [1, 2] } }, required: [a] }, then: { required: [c] } }, []]
- [a composed value, { if: { properties: { a: { const: [1] } }, required: [a] }, then: { required: [c] } }, []]
- [an empty list of required properties, { if: &ONE { properties: { a: { const: 1 } }, required: [a] }, then: { required: [] } }, []]
- [no then, { if: *ONE }, []]
`)

it.each(forms)('decides whether a condition narrows: %s', (_, schema, want) => {
  expect(found({ A: schema })).toEqual(want)
})

const order = when('status', 'SHIPPED', ['at'])

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

it('asks for the JSON types of the properties, behind references and allOf', () => {
  const { content } = emitGuards(
    contractOf({
      Order: { ...order, allOf: [{ $ref: '#/components/schemas/Base' }] },
      Base: { properties: { at: { type: 'array', items: { type: 'string' } } } },
    }),
  )
  expect(content).toContain("required: { at: ['string[]'] }")
})

const throwing = {
  get status() {
    throw new Error('no')
  },
}
const ofPrototype = Object.assign(Object.create({ at: 'now' }), { status: 'SHIPPED' })

it.each<[string, unknown, boolean, types?: string[]]>([
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
  ['a list of strings', { status: 'SHIPPED', at: ['a'] }, true, ['string[]']],
  ['a list of strings and null', { status: 'SHIPPED', at: ['a', null] }, false, ['string[]']],
  ['a string where a list belongs', { status: 'SHIPPED', at: 'a' }, false, ['string[]']],
  ['one of two types', { status: 'SHIPPED', at: null }, true, ['number', 'null']],
  ['a list where an object belongs', { status: 'SHIPPED', at: [] }, false, ['object']],
  ['any list', { status: 'SHIPPED', at: [1] }, true, ['array']],
  ['any type', { status: 'SHIPPED', at: 5 }, true, []],
])('a guard decides: %s', (_, value, want, types = ['string']) => {
  const condition = { property: 'status', value: 'SHIPPED', required: { at: types } }
  expect(narrows(value, condition)).toBe(want)
})
