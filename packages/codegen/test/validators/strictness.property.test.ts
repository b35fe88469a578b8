import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { checkLoops } from '../../src/validators/check-loops.ts'
import { schemaNameOf } from '../../src/validators/schema-name-of.ts'
import { toReceived, toSent } from '../../src/validators/strictness.ts'
import { contractOf } from './contract-of.ts'
import { accepts } from './reference.ts'
import { jsonValue, schemaNames, schemaSets } from './schema-arbitraries.ts'

const schemaRuns = scaled(100)
const valuesPerSchema = 40

it('received accepts everything that sent accepts', () => {
  const seen = { pairs: 0, sent: 0, received: 0 }
  const property = fc.property(
    schemaSets({ isFull: true }).filter(
      (schemas) => checkLoops(contractOf(schemas).schemas).length === 0,
    ),
    fc.array(jsonValue, { minLength: valuesPerSchema, maxLength: valuesPerSchema }),
    (schemas, values) => {
      const forms = formsOf(schemas)
      for (const value of values) {
        const isSent = accepts(forms[`sent${schemaNames[0]}`] ?? false, value, forms)
        const isReceived = accepts(forms[`received${schemaNames[0]}`] ?? false, value, forms)
        seen.pairs += 1
        seen.sent += isSent ? 1 : 0
        seen.received += isReceived ? 1 : 0
        expect(isReceived || !isSent, 'sent accepts it and received rejects it').toBe(true)
      }
    },
  )
  fc.assert(property, { numRuns: schemaRuns })
  // A quarter must be accepted, less a margin for a small sample, or the test proves nothing.
  expect(seen.pairs).toBeGreaterThanOrEqual(schemaRuns * valuesPerSchema)
  expect(seen.sent / seen.pairs).toBeGreaterThan(0.25 - 1.5 / Math.sqrt(schemaRuns))
  expect(seen.received - seen.sent).toBeGreaterThan(seen.pairs / 100)
})

it('sent accepts what the schema as written accepts', () => {
  const property = fc.property(
    schemaSets({ isFull: true }).filter(
      (schemas) => checkLoops(contractOf(schemas).schemas).length === 0,
    ),
    fc.array(jsonValue, { minLength: valuesPerSchema, maxLength: valuesPerSchema }),
    (schemas, values) => {
      const forms = formsOf(schemas)
      for (const value of values) {
        const isSent = accepts(forms[`sent${schemaNames[0]}`] ?? false, value, forms)
        expect(isSent).toBe(accepts(schemas[schemaNames[0]] ?? false, value, schemas))
      }
    },
  )
  fc.assert(property, { numRuns: Math.ceil(schemaRuns / 2) })
})

/** Both forms of each schema, referring to each other by name. */
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
