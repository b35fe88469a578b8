import type { Form } from '../schema/form.ts'

/** A function to generate: its `$ref`s name other functions. */
export interface PlannedFunction {
  name: string
  form: Form
  /** False for a part that only other functions call. */
  isExported: boolean
}
