import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { checkSchemas } from '../../src/validators/check-schemas.ts'
import { schemaNameOf } from '../../src/validators/schema-name-of.ts'
import { toReceived, toSent } from '../../src/validators/strictness.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated } from './load-generated.ts'
import { accepts } from './reference.ts'
import { jsonValue, schemaNames, schemaSets } from './schema-arbitraries.ts'

const [randomCount, fairCount, valueCount] = [scaled(15), scaled(5), 40]
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

it(`the generated module answers as the reference does, over random schemas and values (SEED=${seed})`, async () => {
  const isUsable = (schemas: Record<string, JsonSchema>) =>
    checkSchemas(contractOf(schemas)).problems.length === 0
  const usable = schemaSets({ isFull: true }).map(withoutMarks).filter(isUsable)
  const values = fc.sample(jsonValue, { numRuns: valueCount, seed })
  // Most random schemas refuse nearly everything, so some are asked to tell the values apart.
  const fair = usable.filter((set) => isFair(set, values))
  const sets = [
    ...fc.sample(usable, { numRuns: randomCount, seed }),
    ...fc.sample(fair, { numRuns: fairCount, seed: seed + 1 }),
  ].map((set, index) => numbered(set, index))
  const all: Record<string, JsonSchema> = Object.assign({}, ...sets)
  const forms = formsOf(all)
  const generated = await loadGenerated(contractOf(all))
  let accepted = 0
  for (const name of Object.keys(all).filter((one) => one.startsWith(schemaNames[0]))) {
    for (const value of values) {
      for (const [form, parser] of [
        ['sent', `parse${name}Sent`],
        ['received', `parse${name}`],
      ] as const) {
        const want = accepts(forms[form + name] ?? false, value, forms)
        accepted += want ? 1 : 0
        expect(
          generated[parser]?.(value).ok,
          JSON.stringify({ form, schema: all[name], value }),
        ).toBe(want)
      }
    }
  }
  // A quarter must be accepted, less a margin for a small sample, or the test proves nothing.
  const share = accepted / (sets.length * valueCount * 2)
  expect(share).toBeGreaterThan(0.25 - 0.8 / Math.sqrt(sets.length))
})

/** Whether the first schema of a set accepts a quarter of the values as sent, and refuses as many. */
function isFair(schemas: Record<string, JsonSchema>, values: readonly unknown[]): boolean {
  const forms = formsOf(schemas)
  const form = forms[`sent${schemaNames[0]}`] ?? false
  const share = values.filter((value) => accepts(form, value, forms)).length / values.length
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

function formsOf(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const sent = (ref: string) => `sent${schemaNameOf(ref)}`
  const received = (ref: string) => `received${schemaNameOf(ref)}`
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => [
      [`sent${name}`, toSent(schema, { sent })],
      [`received${name}`, toReceived(schema, { sent, received })],
    ]),
  )
}
