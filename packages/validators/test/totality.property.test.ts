import { scaled } from '@partner-platform/harness'
import * as contract from '@partner-platform/types'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as validators from '../src/index.ts'
import { isVisaGranted } from '../src/index.ts'
import { mutatedExample } from './mutated-examples.ts'
import { parsersOf } from './parsers-of.ts'

const functions = Object.entries(validators as Record<string, unknown>).filter(
  (entry): entry is [string, (value: unknown) => unknown] => typeof entry[1] === 'function',
)

const thrower = (): never => {
  throw new Error('no')
}
const throwing = new Proxy(
  {},
  { get: thrower, ownKeys: thrower, getOwnPropertyDescriptor: thrower },
)
const cyclic: Record<string, unknown> = {}
for (const key of ['submission', 'agent', 'visa', 'applicant', 'result', 'error'])
  cyclic[key] = cyclic

/** Values that are hostile to the shape of the contract; codegen tests the kinds that are no JSON. */
const hostile: [string, unknown][] = [
  ['a proxy that throws', throwing],
  [
    'objects that throw further down',
    { submission: throwing, agent: throwing, error: throwing, result: [throwing] },
  ],
  ['a cycle', cyclic],
  ['a list of 100,000', Array(100_000).fill({})],
  [
    'a member named __proto__',
    JSON.parse('{"__proto__":{"uuid":"a"},"submission":{"__proto__":null}}'),
  ],
]

it.each(hostile)('no parser and no guard throws on %s', (_, value) => {
  for (const [name, call] of functions) expect(() => call(value), name).not.toThrow()
  expect(isVisaGranted(value as contract.Submission)).toBe(false)
})

it('parsers and guards answer alike, and issues point into the value', () => {
  const all = validators as unknown as Record<string, (value: unknown) => boolean>
  const property = fc.property(mutatedExample, fc.anything(), ({ schema, value }, anything) => {
    for (const given of [value, anything]) {
      for (const [form, parse] of Object.entries(parsersOf(schema))) {
        const result = parse(given)
        const guard =
          all[`is${schema}${form === 'sent' ? 'Sent' : ''}`] ?? all[`is${schema}Received`]
        // A guard holds where nothing had to be left out, and of a scalar where it is as written.
        const isObject = typeof given === 'object' && given !== null
        const isGuarded = result.ok && Object.is(result.value, given)
        expect(guard?.(given)).toBe(isGuarded && (isObject || result.departures.length === 0))
        if (result.ok && form === 'sent') expect(result.value).toBe(given)
        if (!result.ok)
          for (const { path, message } of result.issues) {
            expect(path).toMatch(/^(\/.*)?$/s)
            expect(message).toMatch(/^(expected .+, received|is|must) .+$/s)
          }
      }
    }
  })
  fc.assert(property, { numRuns: scaled(250) })
})

it('exports the parsers of the contract and nothing about how they are made', () => {
  const names = Object.keys(validators)
  expect(
    names.filter(
      (name) =>
        !/^(parse|is)[A-Z]|Schema$|^(request|response|message)Parsers$|^responseReaders$/.test(
          name,
        ),
    ),
  ).toEqual([])
  for (const { payload } of Object.values(contract.messages)) {
    expect(names).toEqual(
      expect.arrayContaining([`parse${payload}Sent`, `parse${payload}Received`]),
    )
  }
})
