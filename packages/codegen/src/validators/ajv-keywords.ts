import {
  _,
  type Ajv2020,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
} from 'ajv/dist/2020.js'
import { or, strConcat } from 'ajv/dist/compile/codegen/index.js'
import { evaluatedPropsToName, Type } from 'ajv/dist/compile/util.js'
import { formatRow } from './formats.ts'
import type { Hoist } from './hoist.ts'

/** Our keyword for a call of another generated function; the schema names it. */
export const CALL = '$call'

/**
 * Replaces the keywords that Ajv does not carry into a standalone function as we need them: `$ref` as a
 * call by name, lists of values as shared constants, `uniqueItems` in linear time, `multipleOf` in
 * decimal arithmetic, formats without Ajv's run time. Where Ajv 8.20 answers wrongly, they are mended:
 * `contains` on an empty array after one that matched, what follows `prefixItems` or `propertyNames` on
 * a value without items or properties under `if` and `not`, `unevaluatedItems` where branches differ,
 * `unevaluatedProperties` beside a `dependentSchemas` that does not apply.
 */
export function replaceKeywords(ajv: Ajv2020, hoist: Hoist): void {
  for (const definition of [
    callKeyword,
    containsKeyword,
    enumKeyword(hoist),
    constKeyword(hoist),
    multipleOfKeyword,
    uniqueItemsKeyword,
    formatKeyword(hoist),
    wrap(ajv, 'unevaluatedItems', settleItems),
    wrap(ajv, 'dependentSchemas', settleProperties),
    wrap(ajv, 'if', checkAll),
    wrap(ajv, 'not', checkAll),
  ]) {
    ajv.removeKeyword(definition.keyword as string)
    ajv.addKeyword(definition)
  }
}

const callKeyword: CodeKeywordDefinition = {
  keyword: CALL,
  schemaType: 'string',
  code(cxt) {
    const { gen, data, schema, it } = cxt
    const path = strConcat(new Name('instancePath'), it.errorPath)
    const found = gen.const('found', _`${new Name(schema as string)}(${data}, ${path})`)
    cxt.result(_`${found} === null`, undefined, () => {
      gen.code(_`vErrors = addAll(vErrors, ${found})`)
      gen.code(_`errors += ${found}.length`)
    })
  },
}

function enumKeyword(hoist: Hoist): CodeKeywordDefinition {
  return {
    keyword: 'enum',
    schemaType: 'array',
    error: { message: '', params: ({ params }) => _`{allowedValues: ${params.values}}` },
    code(cxt) {
      const { data, schema } = cxt
      const list = new Name(hoist.addValue('values', schema))
      cxt.setParams({ values: list })
      cxt.pass(isAmong(data, schema as unknown[], list))
    },
  }
}

function isAmong(data: Name, values: readonly unknown[], list: Name): Code {
  if (values.some(isComposed)) return _`isOneOf(${data}, ${list})`
  if (values.length === 0 || values.length > 3) return _`${list}.includes(${data})`
  return or(...values.map((value) => _`${data} === ${value as string}`))
}

function constKeyword(hoist: Hoist): CodeKeywordDefinition {
  return {
    keyword: 'const',
    error: { message: '', params: ({ params }) => _`{allowedValue: ${params.value}}` },
    code(cxt) {
      const { data, schema } = cxt
      const value = isComposed(schema)
        ? new Name(hoist.addValue('value', schema))
        : _`${schema as string}`
      cxt.setParams({ value })
      cxt.pass(isComposed(schema) ? _`deepEqual(${data}, ${value})` : _`${data} === ${value}`)
    },
  }
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

const multipleOfKeyword: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: '', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code: (cxt) => cxt.pass(_`isMultipleOf(${cxt.data}, ${cxt.schema as number})`),
}

const uniqueItemsKeyword: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: '', params: ({ params }) => _`{i: ${params.twins}[0], j: ${params.twins}[1]}` },
  code(cxt) {
    if (cxt.schema !== true) return
    const twins = cxt.gen.const('twins', _`findDuplicate(${cxt.data})`)
    cxt.setParams({ twins })
    cxt.pass(_`${twins} === null`)
  },
}

function formatKeyword(hoist: Hoist): CodeKeywordDefinition {
  return {
    keyword: 'format',
    type: ['number', 'string'],
    schemaType: 'string',
    error: { message: '', params: ({ schemaCode }) => _`{format: ${schemaCode}}` },
    code(cxt, ruleType) {
      const row = formatRow(cxt.schema as string)
      if (row === undefined || row.fate === 'annotation' || row.type !== ruleType) return
      if (row.fate === 'function') cxt.pass(_`${new Name(row.name)}(${cxt.data})`)
      else cxt.pass(_`${new Name(hoist.addPattern(row.pattern))}.test(${cxt.data})`)
    },
  }
}

const containsKeyword: CodeKeywordDefinition = {
  keyword: 'contains',
  type: 'array',
  schemaType: ['object', 'boolean'],
  trackErrors: true,
  error: {
    message: '',
    params: ({ params: { min, max } }) => _`{minContains: ${min}, maxContains: ${max}}`,
  },
  code(cxt) {
    const { gen, data, parentSchema } = cxt
    const { minContains = 1, maxContains: max } = parentSchema as {
      minContains?: number
      maxContains?: number
    }
    cxt.setParams({ min: _`${minContains}`, max: max === undefined ? _`undefined` : _`${max}` })
    const count = gen.let('count', 0)
    const isMatch = gen.name('_valid')
    gen.forRange('i', 0, _`${data}.length`, (i) => {
      cxt.subschema(
        {
          keyword: 'contains',
          dataProp: i,
          dataPropType: Type.Num,
          compositeRule: true,
          createErrors: false,
        },
        isMatch,
      )
      const isDecided = max === undefined ? _`++${count} >= ${minContains}` : _`++${count} > ${max}`
      gen.if(isMatch, () => gen.if(isDecided, () => gen.break()))
    })
    cxt.reset()
    cxt.pass(
      max === undefined
        ? _`${count} >= ${minContains}`
        : _`${count} >= ${minContains} && ${count} <= ${max}`,
    )
  },
}

/** Ajv's own keyword, with its context prepared. */
function wrap(
  ajv: Ajv2020,
  keyword: string,
  prepare: (cxt: KeywordCxt) => KeywordCxt,
): CodeKeywordDefinition {
  const own = ajv.getKeyword(keyword) as CodeKeywordDefinition
  return { ...own, code: (cxt) => own.code(prepare(cxt)) }
}

/** Where only pass or fail counts, Ajv stops early, by variables that it may not have set. */
function checkAll(cxt: KeywordCxt): KeywordCxt {
  const subschema = cxt.subschema.bind(cxt)
  cxt.subschema = (applied, valid) =>
    subschema(applied.allErrors === false ? { ...applied, allErrors: true } : applied, valid)
  return cxt
}

/** Where branches looked at different numbers of items, Ajv counts at run time, and takes `true` for 1. */
function settleItems(cxt: KeywordCxt): KeywordCxt {
  const { gen, it } = cxt
  if (it.items instanceof Name)
    it.items = gen.const('items', _`${it.items} === true ? Infinity : ${it.items} || 0`)
  return cxt
}

/** What was looked at so far has to be a variable before a branch that may not be taken adds to it. */
function settleProperties(cxt: KeywordCxt): KeywordCxt {
  const { gen, it } = cxt
  const { props } = it
  if (props !== undefined && props !== true && !(props instanceof Name))
    it.props = evaluatedPropsToName(gen, props)
  return cxt
}
