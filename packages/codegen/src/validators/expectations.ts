import { countOf, orList } from '../runtime/describe-findings.ts'

/** The value of a keyword, and the schema that contains it. */
interface Rule {
  schema: unknown
  parentSchema: Readonly<Record<string, unknown>>
}

const maxListLength = 10
const maxTextLength = 200

/**
 * What a rule expects, as the object of "expected", worded when code is generated. `findingParams` and, at run
 * time, `describe-findings.ts` word the other rules.
 */
export const expectations: Readonly<Record<string, (rule: Rule) => string>> = {
  enum: ({ schema }) => oneOf(schema as unknown[]),
  const: ({ schema }) => short(JSON.stringify(schema)),
  format: ({ schema }) => `a value in format ${schema}`,
  pattern: ({ schema }) => `a string that matches ${short(String(schema))}`,
  multipleOf: ({ schema }) => `a multiple of ${schema}`,
  maximum: ({ schema }) => `a number <= ${schema}`,
  minimum: ({ schema }) => `a number >= ${schema}`,
  exclusiveMaximum: ({ schema }) => `a number < ${schema}`,
  exclusiveMinimum: ({ schema }) => `a number > ${schema}`,
  maxLength: ({ schema }) => `at most ${countOf(schema, 'character')}`,
  minLength: ({ schema }) => `at least ${countOf(schema, 'character')}`,
  minItems: ({ schema }) => `at least ${countOf(schema, 'item')}`,
  maxItems: ({ schema }) => `at most ${countOf(schema, 'item')}`,
  items: ({ parentSchema: { prefixItems } }) =>
    `at most ${countOf((prefixItems as unknown[]).length, 'item')}`,
  contains: ({ parentSchema: { minContains = 1, maxContains } }) =>
    matching(minContains, maxContains),
  maxProperties: ({ schema }) => `at most ${countOf(schema, 'property')}`,
  minProperties: ({ schema }) => `at least ${countOf(schema, 'property')}`,
  if: () => 'a value that meets "if"',
  not: () => 'a value other than those that "not" describes',
}

function matching(min: unknown, max: unknown): string {
  if (max === undefined) return `at least ${countOf(min, 'matching item')}`
  return min === max ? countOf(max, 'matching item') : `${min} to ${countOf(max, 'matching item')}`
}

function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, maxListLength).map((value) => short(JSON.stringify(value)))
  const rest =
    values.length > maxListLength ? ` or one of ${values.length - maxListLength} more` : ''
  return rest === '' ? orList(listed) : `${listed.join(', ')}${rest}`
}

function short(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
