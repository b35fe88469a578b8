import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReaders } from '../../src/readers/to-shape.ts'
import { findLoops } from '../../src/schema/check-schemas.ts'
import { contractOf } from '../validators/contract-of.ts'
import { compileReference } from '../validators/reference.ts'
import { jsonValue, schemaNames, schemaSets } from '../validators/schema-arbitraries.ts'

const schemaRuns = scaled(50)
const valuesPerSchema = 40
const [subject] = schemaNames

const sets = schemaSets.filter((schemas) => findLoops(contractOf(schemas).schemas).length === 0)
const values = fc.array(jsonValue, { minLength: valuesPerSchema, maxLength: valuesPerSchema })

it('readers take everything that a sender may send as it is, and never change it', async () => {
  const seen = { pairs: 0, sent: 0, taken: 0, copied: 0 }
  const property = fc.asyncProperty(sets, values, async (schemas, all) => {
    const accepts = await compileReference(subject, schemas)
    const read = createReaders(contractOf(schemas).schemas).get(subject)
    for (const value of all) {
      const before = JSON.stringify(value)
      const isSent = accepts(value)
      const reading = read?.(value)
      seen.pairs += 1
      seen.sent += isSent ? 1 : 0
      seen.taken += reading?.findings ? 0 : 1
      seen.copied += reading && !reading.findings && reading.value !== value ? 1 : 0
      expect(JSON.stringify(value)).toBe(before)
      if (isSent) expect(reading).toEqual({ value, findings: null })
      if (isSent) expect(Object.is(reading?.value, value)).toBe(true)
      else if (reading?.findings) expect(reading.findings.length).toBeGreaterThan(0)
    }
  })
  await fc.assert(property, { numRuns: schemaRuns })
  // A quarter must be accepted, less a margin for a small sample, or the test proves nothing.
  expect(seen.sent / seen.pairs).toBeGreaterThan(0.25 - 1.5 / Math.sqrt(schemaRuns))
  expect(seen.taken - seen.sent).toBeGreaterThan(seen.pairs / 100)
  expect(seen.copied).toBeGreaterThan(0)
})
