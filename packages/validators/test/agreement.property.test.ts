import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ajvOfContract } from './ajv-of-contract.ts'
import { mutatedExample } from './mutated-examples.ts'
import { parsersOf } from './parsers-of.ts'

const numRuns = scaled(800)

it('6.4.2 sent answers as Ajv does, and received accepts what sent accepts, on values near the examples', () => {
  const ajv = ajvOfContract()
  const count = { sent: 0, refused: 0, onlyReceived: 0 }
  const property = fc.property(mutatedExample, ({ schema, value }) => {
    const { sent, received } = parsersOf(schema)
    const want = ajv.validate(schema, value)
    const isReceived = received(value).ok
    count[want ? 'sent' : 'refused'] += 1
    count.onlyReceived += isReceived && !want ? 1 : 0
    expect(sent(value).ok).toBe(want)
    expect(isReceived || !want).toBe(true)
  })
  fc.assert(property, { numRuns })
  expect(Math.min(count.sent, count.refused)).toBeGreaterThan(numRuns / 10)
  expect(count.onlyReceived).toBeGreaterThan(numRuns / 33)
})
