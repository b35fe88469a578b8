import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated } from './load-generated.ts'

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

const throwing = {
  get name(): string {
    throw new TypeError('no')
  },
}

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

const rows: [string, string, unknown, { path: string; keyword: string }[]][] = [
  ['a getter that throws', 'Tree', throwing, [{ path: '', keyword: 'access' }]],
  [
    'a proxy that throws',
    'Tree',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('no')
        },
      },
    ),
    [{ path: '', keyword: 'access' }],
  ],
  ['a revoked proxy', 'Tree', revoked(), [{ path: '', keyword: 'access' }]],
  ['a cycle', 'Tree', cyclic(), [{ path: '', keyword: 'depth' }]],
  ['a cycle among unique items', 'Unique', [cyclic(), cyclic()], [{ path: '', keyword: 'depth' }]],
  ['a depth of 1,000,000', 'Tree', nested(1_000_000), [{ path: '', keyword: 'depth' }]],
  ['a bigint among unique items', 'Unique', [[1n], [2n]], [{ path: '', keyword: 'access' }]],
  ['an array where an object belongs', 'Tree', [], [{ path: '', keyword: 'type' }]],
  ['NaN', 'Number', Number.NaN, [{ path: '', keyword: 'type' }]],
  ['Infinity', 'Number', Number.POSITIVE_INFINITY, [{ path: '', keyword: 'type' }]],
  ['a bigint', 'Number', 1n, [{ path: '', keyword: 'type' }]],
  ['undefined', 'Anything', undefined, [{ path: '', keyword: 'type' }]],
  ['a function', 'Anything', () => 1, [{ path: '', keyword: 'type' }]],
  ['a symbol', 'Anything', Symbol('a'), [{ path: '', keyword: 'type' }]],
  [
    'a property that only the prototype has',
    'Tree',
    Object.create({ name: 'a' }),
    [{ path: '/name', keyword: 'required' }],
  ],
  [
    'an own property named __proto__',
    'Closed',
    JSON.parse('{"__proto__":{"a":1}}'),
    [{ path: '/__proto__', keyword: 'additionalProperties' }],
  ],
  [
    'own properties named after those of every object',
    'Closed',
    { constructor: 1, toString: 2 },
    [
      { path: '/constructor', keyword: 'additionalProperties' },
      { path: '/toString', keyword: 'additionalProperties' },
    ],
  ],
]

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

it('gives issues, and never throws, for what is no JSON', async () => {
  const generated = await loadGenerated(contractOf(schemas))
  for (const [name, schema, value, want] of rows) {
    const result = generated[`parse${schema}Sent`]?.(value)
    expect(result, name).toMatchObject({ ok: false, issues: want })
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
  const generated = await loadGenerated(contractOf(schemas))
  for (const [name, schema, value] of fine)
    expect(generated[`parse${schema}Sent`]?.(value), name).toEqual({
      ok: true,
      value,
      departures: [],
    })
})

it('compares 100,000 unique items without comparing each with each', async () => {
  const { parseUniqueSent } = await loadGenerated(contractOf(schemas))
  const items = Array.from({ length: 100_000 }, (_, index) => ({ index, tags: [index] }))
  expect(parseUniqueSent?.(items).ok).toBe(true)
  expect(parseUniqueSent?.([...items, { tags: [7], index: 7 }]).ok).toBe(false)
})

it('leaves the prototype of every object as it is', async () => {
  const generated = await loadGenerated(contractOf(schemas))
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const [, schema, value] of rows) generated[`parse${schema}`]?.(value)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
