import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { createReaders } from '../../src/readers/to-shape.ts'
import { checkSchemas, findLoops } from '../../src/schema/check-schemas.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated } from './load-generated.ts'
import { compileReference } from './reference.ts'
import { jsonValue, schemaNames, schemaSets } from './schema-arbitraries.ts'

const [randomCount, fairCount, valueCount] = [scaled(8), scaled(4), 40]
const [subject] = schemaNames
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

it(`the generated module answers as the reference does, over random schemas and values (SEED=${seed})`, async () => {
  const isUsable = (schemas: Record<string, JsonSchema>) =>
    checkSchemas(contractOf(schemas)).problems.length === 0
  const usable = schemaSets.map(withoutMarks).filter(isUsable)
  const values = fc.sample(jsonValue, { numRuns: valueCount, seed })
  const sets = fc.sample(usable, { numRuns: randomCount, seed })
  // Most random schemas refuse nearly everything, so some are asked to tell the values apart.
  for (let next = seed + 1; sets.length < randomCount + fairCount; next += 1)
    for (const set of fc.sample(usable, { numRuns: 1, seed: next }))
      if (await isFair(set, values)) sets.push(set)
  const numberedSets = sets.map(numbered)
  const all: Record<string, JsonSchema> = Object.assign({}, ...numberedSets)
  const generated = await loadGenerated(contractOf(all))
  const readers = createReaders(contractOf(all).schemas)
  let accepted = 0
  for (const name of Object.keys(all).filter((one) => one.startsWith(subject))) {
    const accepts = await compileReference(name, all)
    for (const value of values) {
      const want = accepts(value)
      accepted += want ? 1 : 0
      const told = JSON.stringify({ schema: all[name], value })
      expect(generated[`parse${name}Sent`]?.(value).ok, told).toBe(want)
      // The generated reader is the one of `createReaders`, and departs from nothing that may be sent.
      const reading = readers.get(name)?.(value)
      const result = generated[`parse${name}`]?.(value)
      expect(result?.ok, told).toBe(reading?.findings === null)
      if (result?.ok) expect(result.value, told).toEqual(reading?.value)
      if (result?.ok) expect(result.departures.length === 0, told).toBe(want)
    }
  }
  // A quarter must be accepted, less a margin for a small sample, or the test proves nothing.
  const share = accepted / (sets.length * valueCount)
  expect(share).toBeGreaterThan(0.25 - 0.8 / Math.sqrt(sets.length))
})

it('readers accept everything that a sender may send, and never change it', async () => {
  const runs = scaled(50)
  const seen = { pairs: 0, sent: 0, taken: 0, copied: 0 }
  const sets = schemaSets.filter((schemas) => findLoops(contractOf(schemas).schemas).length === 0)
  const values = fc.array(jsonValue, { minLength: valueCount, maxLength: valueCount })
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
  await fc.assert(property, { numRuns: runs })
  // A quarter must be accepted, less a margin for a small sample, or the test proves nothing.
  expect(seen.sent / seen.pairs).toBeGreaterThan(0.25 - 1.5 / Math.sqrt(runs))
  expect(seen.taken - seen.sent).toBeGreaterThan(seen.pairs / 100)
  expect(seen.copied).toBeGreaterThan(0)
})

/** Whether the first schema of a set accepts a quarter of the values as sent, and refuses as many. */
async function isFair(
  schemas: Record<string, JsonSchema>,
  values: readonly unknown[],
): Promise<boolean> {
  const passing = values.filter(await compileReference(subject, schemas))
  const share = passing.length / values.length
  return share >= 0.25 && share <= 0.75
}

/** The marks stand where types are taken from, which a contract may not have. */
function withoutMarks<T>(schemas: T): T {
  return JSON.parse(
    JSON.stringify(schemas).replaceAll('"x-sender-only":true', '"x-sender-only":false'),
  )
}

/** A set whose names are its own, so that many fit into one contract. */
function numbered(schemas: Record<string, JsonSchema>, index: number): Record<string, JsonSchema> {
  const text = JSON.stringify(schemas).replaceAll(
    /#\/components\/schemas\/\w/g,
    (ref) => `${ref}${index}`,
  )
  return Object.fromEntries(
    Object.entries(JSON.parse(text) as typeof schemas).map(([name, schema]) => [
      `${name}${index}`,
      schema,
    ]),
  )
}
