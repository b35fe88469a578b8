import type { JsonSchema } from '../model.ts'

/** True for a schema of types that TypeScript has more to say of than `unknown`. */
export function saysSomething(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema
  return [
    '$ref',
    'const',
    'enum',
    'type',
    'properties',
    'additionalProperties',
    'allOf',
    'anyOf',
  ].some((keyword) => keyword in schema)
}
