import type { JsonSchema } from '../model.ts'
import type { Form } from './form.ts'
import { settleBounds, settleCondition, withoutIdleKeywords } from './idle-keywords.ts'
import { keywordRow } from './keyword-table.ts'
import { dropCoveredBranches } from './open-sets.ts'
import { isObject, type JsonObject, mapSubschemas } from './subschemas.ts'

/** The schema as the writer of a value must meet it: its rules as written, each `$ref` by `rename`. */
export function toSent(schema: JsonSchema, rename: (ref: string) => string = (ref) => ref): Form {
  if (!isObject(schema)) return schema
  const rules: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keywordRow(keyword)?.fate !== 'carried') continue
    const convert = (inner: JsonSchema) => toSent(inner, rename)
    rules[keyword] =
      keyword === '$ref' ? rename(value as string) : mapSubschemas(keyword, value, convert)
  }
  return dropCoveredBranches(settleBounds(settleCondition(withoutIdleKeywords(rules))))
}
