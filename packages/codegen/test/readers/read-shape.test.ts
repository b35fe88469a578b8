import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { createReaders } from '../../src/readers/to-shape.ts'
import { contractOf } from '../validators/contract-of.ts'

function read(schema: JsonSchema, value: unknown, others: Record<string, JsonSchema> = {}) {
  const reader = createReaders(contractOf({ Subject: schema, ...others }).schemas).get('Subject')
  if (reader === undefined) throw new Error('no reader')
  return reader(value)
}

const text = { type: 'string' } as const
const $ref = '#/components/schemas/Other'

/** Values that break a rule and are usable as they are. */
const usable: [rule: string, schema: JsonSchema, value: unknown][] = [
  ...parse(`
- [pattern, { type: string, pattern: ^a$ }, b]
- [format, { type: string, format: uuid }, b]
- [minLength and maxLength, { type: string, minLength: 2, maxLength: 0 }, b]
- [bounds, { type: number, minimum: 2, maximum: 0, multipleOf: 2 }, 1]
- [integer, { type: integer }, 1.5]
- [enum, { enum: [A] }, B]
- [enum of numbers, { enum: [1, 2] }, 3]
- [const, { const: true }, false]
- [uniqueItems, { type: array, uniqueItems: true }, [1, 1]]
- [counts of items, { type: array, minItems: 2, maxItems: 0 }, [1]]
- [counts of properties, { minProperties: 2, maxProperties: 0 }, { a: 1 }]
- [contains, { contains: { const: 1 } }, [2]]
- [not, { not: { type: string } }, a]
- [if and then, { if: true, then: { required: [a] } }, {}]
- [dependentRequired, { dependentRequired: { a: [b] } }, { a: 1 }]
- [dependentSchemas, { dependentSchemas: { a: false } }, { a: 1 }]
- [propertyNames, { propertyNames: { const: a } }, { b: 1 }]
- ['additionalProperties: false', { properties: {}, additionalProperties: false }, { b: 1 }]
- [unevaluatedProperties, { unevaluatedProperties: false }, { b: 1 }]
- [unevaluatedItems, { unevaluatedItems: false }, [1]]
- ['items: false', { prefixItems: [{ type: string }], items: false }, [a, 1]]
- [oneOf with two branches that fit, { oneOf: [{ type: string }, { type: string }] }, a]
- [a rule that only the sender obeys, { allOf: [{ type: object, x-sender-only: true }] }, 1]
`),
  ['an undefined member', { type: 'object', properties: { a: text } }, { a: undefined }],
  ['NaN after the first items', { prefixItems: [text] }, ['a', Number.NaN]],
]

/** Values that are usable but for a part. */
const partly: [what: string, schema: JsonSchema, value: unknown, want: unknown][] = parse(`
- [an optional member that is null, { properties: { a: &TEXT { type: string } } }, { a: null, b: 1 }, { b: 1 }]
- [an optional member of another type, { properties: { a: *TEXT } }, { a: 5 }, {}]
- [a member that must not be there, { properties: { a: false } }, { a: 5 }, {}]
- [a member that only the sender must give, { required: [a], properties: { a: { type: string, x-sender-only: true } } }, { a: 5 }, {}]
- [an item of another type, { items: *TEXT }, [a, 5, b, null], [a, b]]
- [an item without what it needs, { items: { required: [a] } }, [{}, { a: 1 }], [{ a: 1 }]]
- [a part deep inside, { properties: { a: { items: { properties: { b: *TEXT } } } } }, { a: [{ b: 1, c: 1 }] }, { a: [{ c: 1 }] }]
- [a member by pattern, { patternProperties: { ^x: *TEXT } }, { xa: 1, y: 1 }, { y: 1 }]
- [a member by no name, { properties: { a: true }, additionalProperties: *TEXT }, { a: 1, b: 1, c: c }, { a: 1, c: c }]
- [a member behind a reference, { properties: { a: { $ref: '#/components/schemas/Other' } } }, { a: 1 }, {}]
- [a member in a part of allOf, { allOf: [{ properties: { a: *TEXT } }] }, { a: 1 }, {}]
- [as little as a branch needs, { oneOf: [{ properties: { a: *TEXT, b: *TEXT } }, { properties: { a: *TEXT } }] }, { a: 1, b: 1 }, { b: 1 }]
- - nothing of the branch whose listed value it has
  - { oneOf: [{ properties: { kind: { const: a }, n: *TEXT } }, { properties: { kind: { const: b }, n: { type: number } } }] }
  - { kind: b, n: 1 }
  - { kind: b, n: 1 }
`)

const pet = parse(`
cat: &CAT { properties: { t: { const: cat }, lives: { type: number } } }
dog: &DOG { properties: { t: { const: dog }, bark: { type: string } } }
catFirst: { oneOf: [*CAT, *DOG] }
dogFirst: { oneOf: [*DOG, *CAT] }
`)
for (const [order, schema] of [
  ['first', pet.dogFirst],
  ['last', pet.catFirst],
] as const)
  partly.push(
    [`null of the branch that is ${order}`, schema, { t: 'dog', bark: null }, { t: 'dog' }],
    [`another type of the branch that is ${order}`, schema, { t: 'dog', bark: 5 }, { t: 'dog' }],
    [
      `a part in a value beside one that fits, ${order}`,
      { items: schema },
      [{ t: 'cat' }, { t: 'dog', bark: 5 }],
      [{ t: 'cat' }, { t: 'dog' }],
    ],
  )

const refused: [what: string, schema: JsonSchema, value: unknown, finding: object][] = [
  ...parse(`
- [another type, &TEXT { type: string }, 5, { path: '', keyword: type, params: { type: string } }]
- [null where it is not listed, { enum: [a] }, null, { path: '', keyword: type }]
- [a missing member, { type: object, required: [a] }, {}, { path: '', keyword: required, params: { property: a } }]
- [a required member of another type, { required: [a/b], properties: { a/b: *TEXT } }, { a/b: null }, { path: /a~1b, keyword: type }]
- [a member that a schema around it requires, { required: [a], allOf: [{ properties: { a: *TEXT } }] }, { a: 1 }, { path: /a, keyword: type }]
- [a first item of another type, { prefixItems: [*TEXT], minItems: 1 }, [1], { path: /0, keyword: type }]
- [a missing first item, { prefixItems: [*TEXT], minItems: 1 }, [], { keyword: minItems }]
- [what fits no branch, { anyOf: [*TEXT, { type: 'null' }] }, 1, { keyword: type }]
- [anything where nothing may be, false, 1, { path: '', keyword: false schema }]
- [the structure of a listed object, { const: { a: 1 } }, { a: b }, { path: /a }]
`),
  ['NaN', { type: 'number' }, Number.NaN, { path: '', keyword: 'type' }],
  ['NaN where nothing may be', false, Number.NaN, { path: '', keyword: 'false schema' }],
]

describe('a reader', () => {
  it.each(usable)('accepts a value unchanged, whatever its %s', (_, schema, value) => {
    const reading = read(schema, value, { Other: text })
    expect(reading).toEqual({ value, findings: null })
    expect(reading.value).toBe(value)
  })

  it.each(partly)('leaves out %s, of a copy', (_, schema, value, want) => {
    const before = JSON.stringify(value)
    expect(read(schema, value, { Other: text })).toEqual({ value: want, findings: null })
    expect(JSON.stringify(value)).toBe(before)
  })

  it.each(refused)('refuses %s', (_, schema, value, finding) => {
    const { findings } = read(schema, value)
    expect(findings).toContainEqual(expect.objectContaining(finding))
  })

  it('keeps an own __proto__ as data, also in a copy', () => {
    const value = JSON.parse('{ "__proto__": { "a": 1 }, "b": 5 }')
    const { value: usable } = read({ properties: { b: text } }, value)
    expect(JSON.stringify(usable)).toBe('{"__proto__":{"a":1}}')
    expect(Object.getPrototypeOf(usable)).toBe(Object.prototype)
  })

  it.each([
    ['with listed values', ['a', 'b', 'c', 'd'].map((kind) => ({ kind: { const: kind } }))],
    ['without', ['a', 'b', 'c', 'd'].map((name) => ({ [name]: text }))],
  ])('reads nested choices %s in linear time', (_, members) => {
    const branches = members.map((own) => ({
      properties: { children: { items: { $ref } }, text, ...own },
    }))
    let value: object = { kind: 'd', text: null }
    // Four branches a level would take 4^60 steps.
    for (let level = 0; level < 60; level += 1) value = { kind: 'd', children: [value] }
    const { value: usable } = read({ $ref }, value, { Other: { oneOf: branches } })
    expect(JSON.stringify(usable)).toBe(JSON.stringify(value).replace(',"text":null', ''))
  })

  it('refuses nested choices in linear time, with at most 100 findings', () => {
    const next = (name: string) => ({
      required: ['next'],
      properties: { next: { $ref }, [name]: text },
    })
    const branches = [next('a'), next('b'), { required: ['end'], properties: { end: text } }]
    let value: object = { end: 5 }
    // Each level would repeat the findings of the one inside it twice.
    for (let level = 0; level < 40; level += 1) value = { next: value }
    const { findings } = read({ $ref }, value, { Other: { anyOf: branches } })
    expect(findings?.length).toBeGreaterThan(0)
    expect(findings?.length).toBeLessThanOrEqual(100)
  })

  it('takes a list in a choice from which it leaves out very many items', () => {
    const value = [...Array(300_000).fill(5), 'a']
    const choice = {
      anyOf: [
        { type: 'array', items: text },
        { type: 'array', items: { type: 'boolean' }, prefixItems: [{ type: 'boolean' }] },
      ],
    }
    expect(read(choice, value)).toEqual({ value: ['a'], findings: null })
  })

  it('reads schemas that refer to each other', () => {
    const tree = { properties: { next: { $ref }, name: text } }
    const value = { next: { next: { name: 1 } } }
    expect(read({ $ref }, value, { Other: tree }).value).toEqual({ next: { next: {} } })
  })
})
