import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { contractOf } from './contract-of.ts'
import { loadFirst } from './load-generated.ts'

const schemas: Record<string, JsonSchema> = {
  Tree: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
    additionalProperties: false,
  },
  Unique: { type: 'array', uniqueItems: true },
  Number: { type: 'number' },
  Anything: true,
  Closed: { type: 'object', additionalProperties: false },
}

const load = loadFirst(contractOf(schemas))

const thrower = (): never => {
  throw new TypeError('no')
}
const throwing = Object.defineProperty({}, 'name', { enumerable: true, get: thrower })
const throwingProxy = new Proxy({}, { get: thrower, getOwnPropertyDescriptor: thrower })
const revoked = Proxy.revocable({}, {})
revoked.revoke()
const withProto = JSON.parse('{"__proto__":{"a":1}}')
const withInherited = { constructor: 1, toString: 2 }

function nested(depth: number): unknown {
  let tree: unknown = { name: 'leaf' }
  for (let level = 0; level < depth; level += 1) tree = { name: 'a', children: [tree] }
  return tree
}

function cyclic(): unknown {
  const tree: Record<string, unknown> = { name: 'a' }
  tree.children = [tree]
  return tree
}

/** Values that are no JSON, or break a rule in an odd way, with path and keyword of each issue. */
const rows: [title: string, schema: string, value: unknown, issues: string][] = [
  ['a getter that throws', 'Tree', throwing, ' access'],
  ['a proxy that throws', 'Tree', throwingProxy, ' access'],
  ['a revoked proxy', 'Tree', revoked.proxy, ' access'],
  ['a cycle', 'Tree', cyclic(), ' depth'],
  ['a cycle among unique items', 'Unique', [cyclic(), cyclic()], ' depth'],
  ['a depth of 1,000,000', 'Tree', nested(1_000_000), ' depth'],
  ['a bigint among unique items', 'Unique', [[1n], [2n]], ' access'],
  ['an array where an object belongs', 'Tree', [], ' type'],
  ['NaN', 'Number', Number.NaN, ' type'],
  ['Infinity', 'Number', Number.POSITIVE_INFINITY, ' type'],
  ['a bigint', 'Number', 1n, ' type'],
  ['undefined', 'Anything', undefined, ' type'],
  ['a function', 'Anything', () => 1, ' type'],
  ['a symbol', 'Anything', Symbol('a'), ' type'],
  [
    'a property that only the prototype has',
    'Tree',
    Object.create({ name: 'a' }),
    '/name required',
  ],
  ['an own property named __proto__', 'Closed', withProto, '/__proto__ additionalProperties'],
  [
    'own properties named after those of every object',
    'Closed',
    withInherited,
    '/constructor additionalProperties, /toString additionalProperties',
  ],
]

it('gives issues, and never throws, for what is no JSON', async () => {
  const generated = await load()
  for (const [name, schema, value, want] of rows) {
    const result = generated[`parse${schema}Sent`]?.(value)
    const issues = result?.ok === false ? result.issues : []
    expect(issues.map(({ path, keyword }) => `${path} ${keyword}`).join(', '), name).toBe(want)
    expect(generated[`is${schema}Sent`]?.(value), name).toBe(false)
  }
})

const fine: [string, string, unknown][] = [
  ['an object without prototype', 'Tree', Object.assign(Object.create(null), { name: 'a' })],
  ['a depth of 500', 'Tree', nested(500)],
  ['a property that is undefined, which JSON leaves out', 'Closed', {}],
  ['text with a lone surrogate', 'Tree', { name: '\ud800' }],
  ['items named __proto__', 'Unique', ['__proto__', 'constructor']],
  [
    'texts that look like other items',
    'Unique',
    ['{[1]', [1], '"a', 'a', '1', 1, 'null', null, '[]', []],
  ],
]

it('accepts odd values that are JSON', async () => {
  const generated = await load()
  for (const [name, schema, value] of fine)
    expect(generated[`parse${schema}Sent`]?.(value), name).toEqual({
      ok: true,
      value,
      departures: [],
    })
})

it('compares 20,000 unique items without comparing each with each', async () => {
  const { parseUniqueSent } = await load()
  const items = Array.from({ length: 20_000 }, (_, index) => ({ index, tags: [index] }))
  expect(parseUniqueSent?.(items).ok).toBe(true)
  expect(parseUniqueSent?.([...items, { tags: [7], index: 7 }]).ok).toBe(false)
})

it('leaves the prototype of every object as it is', async () => {
  const generated = await load()
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const [, schema, value] of rows) generated[`parse${schema}`]?.(value)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
