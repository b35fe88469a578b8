import type { JsonSchema } from '../model.ts'

/** A form of a schema that holds rules only: no annotations, no extensions. */
export type Form = JsonSchema
