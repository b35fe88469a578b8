import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findNarrowings } from '../../src/guards/emit-guards.ts'
import type { JsonSchema } from '../../src/model.ts'
import { contractOf } from '../validators/contract-of.ts'

/** `if` with one property of one value, and `then` with what it requires. */
function when(property: string, value: unknown, required: string[]) {
  return {
    if: { properties: { [property]: { const: value } }, required: [property] },
    then: { required },
  }
}

function found(schemas: Record<string, JsonSchema>): string[] {
  return findNarrowings(contractOf(schemas)).map(
    ({ schema, property, value, typeName, guardName, required }) =>
      `${schema}.${property}=${value}: ${typeName} ${guardName} ${required}`,
  )
}

const rows: [string, Record<string, JsonSchema>, string[]][] = [
  [
    'one condition',
    { Order: when('status', 'SHIPPED', ['at', 'by']) },
    ['Order.status=SHIPPED: OrderShipped isShipped at,by'],
  ],
  [
    'conditions inside allOf, merged by value',
    { Order: { allOf: [when('status', 'a', ['y']), { allOf: [when('status', 'a', ['x'])] }] } },
    ['Order.status=a: OrderA isA x,y'],
  ],
  [
    'a list of one value, with annotations',
    {
      Order: parse(`
if: { title: t, type: object, required: [a], properties: { a: { description: d, x-a: 1, enum: [b] } } }
then: { required: [c] }
`),
    },
    ['Order.a=b: OrderB isB c'],
  ],
  [
    'values of other types',
    {
      A: when('v', 404, ['x']),
      B: when('v', true, ['x']),
      C: when('v', null, ['x']),
      D: when('v', -1, ['x']),
    },
    [
      'A.v=404: A404 is404 x',
      'B.v=true: BTrue isTrue x',
      'C.v=null: CNull isNull x',
      'D.v=-1: DMinus1 isMinus1 x',
    ],
  ],
  [
    'values that spell alike',
    { A: { allOf: [when('v', 'VISA_GRANTED', ['x']), when('v', 'visa-granted', ['y'])] } },
    [
      'A.v=VISA_GRANTED: AVVisaGranted isAVVisaGranted x',
      'A.v=visa-granted: AVVisaGranted2 isAVVisaGranted2 y',
    ],
  ],
  [
    'values without letters',
    { A: { allOf: [when('v', '', ['x']), when('v', '+', ['x'])] } },
    ['A.v=: AEmpty isEmpty x', 'A.v=+: AU2B isU2B x'],
  ],
  [
    'one value in two schemas',
    { A: when('v', 'done', ['x']), B: when('v', 'done', ['x']), C: when('v', 'new', ['x']) },
    ['A.v=done: ADone isADone x', 'B.v=done: BDone isBDone x', 'C.v=new: CNew isNew x'],
  ],
  [
    'one value of two properties',
    { A: { allOf: [when('v', 'done', ['x']), when('w', 'done', ['x'])] } },
    ['A.v=done: AVDone isAVDone x', 'A.w=done: AWDone isAWDone x'],
  ],
  [
    'a guard named like that of a schema',
    { A: when('v', 'done', ['x']), Done: {} },
    ['A.v=done: ADone isADone x'],
  ],
  [
    'a type named like a schema',
    { A: when('v', 'done', ['x']), ADone: {} },
    ['A.v=done: AVDone isDone x'],
  ],
]

it.each(rows)('finds and names %s', (_, schemas, want) => {
  expect(found(schemas)).toEqual(want)
})

const none: [string, JsonSchema][] = parse(`
- ['no required beside the value, so its absence passes', { if: { properties: { a: { const: 1 } } }, then: { required: [b] } }]
- [two properties, { if: { properties: { a: { const: 1 }, b: { const: 2 } }, required: [a, b] }, then: { required: [c] } }]
- [another rule on the object, { if: { properties: { a: { const: 1 } }, required: [a], minProperties: 3 }, then: { required: [c] } }]
- [another rule on the value, { if: { properties: { a: { const: 1, minimum: 2 } }, required: [a] }, then: { required: [c] } }]
- [several values, { if: { properties: { a: { enum: [1, 2] } }, required: [a] }, then: { required: [c] } }]
- [a composed value, { if: { properties: { a: { const: [1] } }, required: [a] }, then: { required: [c] } }]
- [nothing that is required, { if: &ONE { properties: { a: { const: 1 } }, required: [a] }, then: { required: [] } }]
- [no then, { if: *ONE }]
`)

it.each(none)('finds none with %s', (_, schema) => {
  expect(found({ A: schema })).toEqual([])
})
