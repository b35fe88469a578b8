import { countOf } from './count-of.ts'
import type { Finding } from './finding.ts'

const maxListLength = 10
const maxTextLength = 200

/** What a rule expects, as the object of "expected". Speaks of the schema only. */
export function describeExpected({ keyword, params, propertyName }: Finding): string {
  const expected = expectations[keyword]?.(params) ?? `a value that meets "${keyword}"`
  return propertyName === undefined ? expected : `a property name that is ${expected}`
}

type Params = Finding['params']

const expectations: Record<string, (params: Params) => string> = {
  type: ({ type }) => orList([type].flat().map((name) => typeNames[String(name)] ?? `a ${name}`)),
  enum: ({ allowedValues }) => oneOf(allowedValues as unknown[]),
  const: ({ allowedValue }) => short(JSON.stringify(allowedValue)),
  format: ({ format }) => `a value in format ${format}`,
  pattern: ({ pattern }) => `a string that matches ${short(String(pattern))}`,
  multipleOf: ({ multipleOf }) => `a multiple of ${multipleOf}`,
  maximum: bound,
  minimum: bound,
  exclusiveMaximum: bound,
  exclusiveMinimum: bound,
  maxLength: ({ limit }) => `at most ${countOf(limit, 'character')}`,
  minLength: ({ limit }) => `at least ${countOf(limit, 'character')}`,
  maxItems: ({ limit }) => `at most ${countOf(limit, 'item')}`,
  minItems: ({ limit }) => `at least ${countOf(limit, 'item')}`,
  items: ({ limit }) => `at most ${countOf(limit, 'item')}`,
  unevaluatedItems: ({ limit }) => `at most ${countOf(limit, 'item')}`,
  uniqueItems: ({ i, j }) => `items that differ, but items ${i} and ${j} do not`,
  contains: ({ minContains, maxContains }) => matching(minContains, maxContains),
  maxProperties: ({ limit }) => `at most ${countOf(limit, 'property')}`,
  minProperties: ({ limit }) => `at least ${countOf(limit, 'property')}`,
  required: () => 'this property, which is required',
  dependentRequired: ({ property }) =>
    `this property, which is required beside ${JSON.stringify(property)}`,
  additionalProperties: () => 'no property of this name',
  unevaluatedProperties: () => 'no property of this name',
  propertyNames: () => 'another property name',
  'false schema': () => 'nothing here',
  not: () => 'a value other than those that "not" describes',
  anyOf: ({ branches }) => alternatives(branches as Finding[] | undefined),
  oneOf: ({ passingSchemas, branches }) =>
    passingSchemas
      ? 'a value that fits one alternative only'
      : alternatives(branches as Finding[] | undefined),
  depth: () => 'a value without cycles that nests less deeply',
  access: () => 'a value whose properties can be read',
}

const typeNames: Record<string, string> = {
  array: 'an array',
  integer: 'an integer',
  null: 'null',
  object: 'an object',
}

function bound({ comparison, limit }: Params): string {
  return `a number ${comparison} ${limit}`
}

function matching(min: unknown, max: unknown): string {
  if (max === undefined) return `at least ${countOf(min, 'matching item')}`
  return min === max ? countOf(max, 'matching item') : `${min} to ${countOf(max, 'matching item')}`
}

function alternatives(branches: Finding[] | undefined): string {
  if (branches === undefined) return 'a value that fits one of the alternatives'
  return orList([...new Set(branches.map(describeExpected))])
}

function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, maxListLength).map((value) => short(JSON.stringify(value)))
  const rest =
    values.length > maxListLength ? ` or one of ${values.length - maxListLength} more` : ''
  return rest === '' ? orList(listed) : `${listed.join(', ')}${rest}`
}

function orList(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('')
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

function short(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
