import { type Schema, Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '../../src/model.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

const known = new WeakMap<Schemas, Map<JsonSchema, Validator>>()

/** JSON Schema 2020-12 as read by an interpreter that shares no code with Ajv. */
export function accepts(schema: JsonSchema, value: unknown, schemas: Schemas): boolean {
  const validators = known.get(schemas) ?? new Map<JsonSchema, Validator>()
  known.set(schemas, validators)
  const validator = validators.get(schema) ?? toValidator(schema, schemas)
  validators.set(schema, validator)
  return validator.validate(value).valid
}

function toValidator(schema: JsonSchema, schemas: Schemas): Validator {
  // It writes to the schema that it is given, so the schema is a copy.
  const text = JSON.stringify({ components: { schemas }, allOf: [schema] })
  const document = JSON.parse(text, (_, part) => withDefaultMinimum(part))
  return new Validator(document as unknown as Schema, '2020-12', false)
}

/** Beside `maxContains`, the interpreter forgets that `minContains` is 1 by default. */
function withDefaultMinimum(part: unknown): unknown {
  const isBare = typeof part === 'object' && part !== null && 'contains' in part
  return isBare ? { minContains: 1, ...part } : part
}
