import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { schemaNameOf } from '../../src/schema/schema-name-of.ts'
import { toSent } from '../../src/schema/to-sent.ts'
import { checkLoops } from '../../src/validators/check-loops.ts'
import { contractOf } from '../validators/contract-of.ts'
import { accepts } from '../validators/reference.ts'
import { jsonValue, schemaNames, schemaSets } from '../validators/schema-arbitraries.ts'

const schemaRuns = scaled(100)
const valuesPerSchema = 40

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

/** The sent form of each schema, referring to each other by name. */
function formsOf(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const sent = (ref: string) => `sent${schemaNameOf(ref)}`
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`sent${name}`, toSent(schema, sent)]),
  )
}
