import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js'
import { or, strConcat } from 'ajv/dist/compile/codegen/index.js'
import { formatRow } from '../schema/formats.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import type { Hoist } from './hoist.ts'

/** Our names: a call of another generated function, which the schema names, `type`, and `false`. */
export const CALL = '$call'
export const TYPE = '$type'
export const NEVER = '$never'

/**
 * Keywords that Ajv would not carry into a standalone function as we need them: `$ref` as a call by name,
 * lists of values and patterns as shared constants, `uniqueItems` in linear time, `multipleOf` in decimal
 * arithmetic, lengths and formats without Ajv's run time. `type` and `false` are ours because Ajv reports
 * them past every keyword.
 */
export const ownKeywords = (hoist: Hoist): CodeKeywordDefinition[] => [
  { keyword: CALL, schemaType: 'string', code: callFunction },
  { keyword: NEVER, code: (cxt) => cxt.fail() },
  {
    keyword: TYPE,
    schemaType: ['string', 'array'],
    error: { message: '', params: ({ params }) => _`{type: ${params.type}}` },
    code(cxt) {
      const { data, schema } = cxt
      const isList = Array.isArray(schema)
      cxt.setParams({ type: isList ? new Name(hoist.addValue('values', schema)) : _`${schema}` })
      const types = [schema].flat() as string[]
      cxt.pass(or(...types.map((type) => isOfType[type]?.(data) ?? _`false`)))
    },
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    code: (cxt) => cxt.pass(isAmong(cxt.data, cxt.schema as unknown[], hoist)),
  },
  {
    keyword: 'const',
    code(cxt) {
      const { data, schema } = cxt
      if (!isComposed(schema)) return cxt.pass(_`${data} === ${schema as string}`)
      const value = new Name(hoist.addValue('value', schema))
      cxt.pass(_`deepEqual(${data}, ${value})`)
    },
  },
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    code: (cxt) => cxt.pass(_`isMultipleOf(${cxt.data}, ${cxt.schema as number})`),
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code(cxt) {
      if (cxt.schema !== true) return
      const twins = cxt.gen.const('twins', _`findDuplicate(${cxt.data})`)
      cxt.setParams({ twins })
      cxt.pass(_`${twins} === null`)
    },
  },
  lengthKeyword('minLength', (length, limit) => _`${length} >= ${limit}`),
  lengthKeyword('maxLength', (length, limit) => _`${length} <= ${limit}`),
  {
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    code(cxt) {
      const source = cxt.schema as string
      const pattern = toRegExp(source) ?? new RegExp(source, 'u')
      cxt.pass(_`${new Name(hoist.addPattern(pattern))}.test(${cxt.data})`)
    },
  },
  {
    keyword: 'format',
    type: ['number', 'string'],
    schemaType: 'string',
    code(cxt, ruleType) {
      const row = formatRow(cxt.schema as string)
      if (row === undefined || row.fate === 'annotation' || row.type !== ruleType) return
      if (row.fate === 'function') cxt.pass(_`${new Name(row.name)}(${cxt.data})`)
      else cxt.pass(_`${new Name(hoist.addPattern(row.pattern))}.test(${cxt.data})`)
    },
  },
]

const isOfType: Readonly<Record<string, (data: Name) => Code>> = {
  string: (data) => _`typeof ${data} === "string"`,
  number: (data) => _`typeof ${data} === "number" && isFinite(${data})`,
  integer: (data) => _`Number.isInteger(${data})`,
  boolean: (data) => _`typeof ${data} === "boolean"`,
  null: (data) => _`${data} === null`,
  array: (data) => _`Array.isArray(${data})`,
  object: (data) => _`${data} && typeof ${data} === "object" && !Array.isArray(${data})`,
}

function lengthKeyword(
  keyword: string,
  holds: (length: Code, limit: number) => Code,
): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    code(cxt) {
      const { data, schema: limit } = cxt
      // `length` is enough to know whether a text is empty.
      const isCounted = keyword === 'minLength' ? limit > 1 : limit > 0
      cxt.pass(holds(isCounted ? _`codePointLength(${data})` : _`${data}.length`, limit))
    },
  }
}

function callFunction(cxt: KeywordCxt): void {
  const { gen, data, schema, it } = cxt
  const path = strConcat(new Name('instancePath'), it.errorPath)
  const found = gen.const('found', _`${new Name(schema as string)}(${data}, ${path})`)
  cxt.result(_`${found} === null`, undefined, () => {
    gen.code(_`vErrors = addAll(vErrors, ${found})`)
    gen.code(_`errors += ${found}.length`)
  })
}

function isAmong(data: Name, values: readonly unknown[], hoist: Hoist): Code {
  const isShort = values.length > 0 && values.length <= 3 && !values.some(isComposed)
  if (isShort) return or(...values.map((value) => _`${data} === ${value as string}`))
  const list = new Name(hoist.addValue('values', values))
  return values.some(isComposed) ? _`isOneOf(${data}, ${list})` : _`${list}.includes(${data})`
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
