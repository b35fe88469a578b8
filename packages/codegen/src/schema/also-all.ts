import type { Form } from './form.ts'
import type { JsonObject } from './subschemas.ts'

/** The rules, and another schema that must hold as well. */
export function alsoAll(rules: JsonObject, schema: Form): JsonObject {
  return { ...rules, allOf: [...(Array.isArray(rules.allOf) ? rules.allOf : []), schema] }
}
