import type { Form } from '../schema/form.ts'
import { isObject, mapSubschemas } from '../schema/subschemas.ts'

/** The form with each `$ref` renamed. */
export function renameRefs(form: Form, rename: (ref: string) => string): Form {
  if (!isObject(form)) return form
  const entries = Object.entries(form).map(([keyword, value]) => [
    keyword,
    keyword === '$ref'
      ? rename(value as string)
      : mapSubschemas(keyword, value, (inner) => renameRefs(inner, rename)),
  ])
  return Object.fromEntries(entries)
}
