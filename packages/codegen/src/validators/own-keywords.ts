import { createHash } from 'node:crypto'
import {
  _,
  type Ajv2020,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
} from 'ajv/dist/2020.js'
import { nil, or, strConcat } from 'ajv/dist/compile/codegen/index.js'
import { evaluatedPropsToName, Type } from 'ajv/dist/compile/util.js'
import { formatRow } from '../schema/formats.ts'
import { type EvaluatedPlan, PLAN } from '../schema/spread-contains.ts'
import { EVALUATED } from '../schema/subschemas.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'

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
  define(
    { keyword: TYPE, schemaType: ['string', 'array'] },
    ({ params }) => _`{type: ${params.type}}`,
    (cxt) => {
      const { data, schema } = cxt
      const isList = Array.isArray(schema)
      cxt.setParams({ type: isList ? new Name(hoist.addValue('values', schema)) : _`${schema}` })
      const types = [schema].flat() as string[]
      cxt.pass(or(...types.map((type) => isOfType[type]?.(data) ?? _`false`)))
    },
  ),
  define(
    { keyword: 'enum', schemaType: 'array' },
    ({ params }) => _`{allowedValues: ${params.values}}`,
    (cxt) => {
      const { data, schema } = cxt
      const values = new Name(hoist.addValue('values', schema))
      cxt.setParams({ values })
      cxt.pass(isAmong(data, schema as unknown[], values))
    },
  ),
  define(
    { keyword: 'const' },
    ({ params }) => _`{allowedValue: ${params.value}}`,
    (cxt) => {
      const { data, schema } = cxt
      const isName = isComposed(schema)
      const value = isName ? new Name(hoist.addValue('value', schema)) : _`${schema as string}`
      cxt.setParams({ value })
      cxt.pass(isName ? _`deepEqual(${data}, ${value})` : _`${data} === ${value}`)
    },
  ),
  define(
    { keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    (cxt) => cxt.pass(_`isMultipleOf(${cxt.data}, ${cxt.schema as number})`),
  ),
  define(
    { keyword: 'uniqueItems', type: 'array', schemaType: 'boolean' },
    ({ params }) => _`{i: ${params.twins}[0], j: ${params.twins}[1]}`,
    (cxt) => {
      if (cxt.schema !== true) return
      const twins = cxt.gen.const('twins', _`findDuplicate(${cxt.data})`)
      cxt.setParams({ twins })
      cxt.pass(_`${twins} === null`)
    },
  ),
  lengthKeyword('minLength', (length, limit) => _`${length} >= ${limit}`),
  lengthKeyword('maxLength', (length, limit) => _`${length} <= ${limit}`),
  define(
    { keyword: 'pattern', type: 'string', schemaType: 'string' },
    ({ schemaCode }) => _`{pattern: ${schemaCode}}`,
    (cxt) => {
      const source = cxt.schema as string
      const pattern = toRegExp(source) ?? new RegExp(source, 'u')
      cxt.pass(_`${new Name(hoist.addPattern(pattern))}.test(${cxt.data})`)
    },
  ),
  define(
    { keyword: 'format', type: ['number', 'string'], schemaType: 'string' },
    ({ schemaCode }) => _`{format: ${schemaCode}}`,
    (cxt, ruleType) => {
      const row = formatRow(cxt.schema as string)
      if (row === undefined || row.fate === 'annotation' || row.type !== ruleType) return
      if (row.fate === 'function') cxt.pass(_`${new Name(row.name)}(${cxt.data})`)
      else cxt.pass(_`${new Name(hoist.addPattern(row.pattern))}.test(${cxt.data})`)
    },
  ),
]

/** A keyword with the parameters of its findings, which `describe-findings.ts` words, and its code. */
function define(
  keyword: Pick<CodeKeywordDefinition, 'keyword' | 'type' | 'schemaType'>,
  params: (cxt: Pick<KeywordCxt, 'params' | 'schemaCode'>) => Code,
  code: CodeKeywordDefinition['code'],
): CodeKeywordDefinition {
  const error = { message: '', params } as NonNullable<CodeKeywordDefinition['error']>
  return { ...keyword, error, code }
}

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
  return define(
    { keyword, type: 'string', schemaType: 'number' },
    ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    (cxt) => cxt.pass(holds(_`codePointLength(${cxt.data})`, cxt.schema as number)),
  )
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

function isAmong(data: Name, values: readonly unknown[], list: Name): Code {
  if (values.some(isComposed)) return _`isOneOf(${data}, ${list})`
  if (values.length === 0 || values.length > 3) return _`${list}.includes(${data})`
  return or(...values.map((value) => _`${data} === ${value as string}`))
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/**
 * Ajv's own keywords, corrected where Ajv 8.20 gives a wrong answer: `contains` on an empty array after one that
 * matched, what follows `prefixItems` or `propertyNames` on a value without items or properties under `if`
 * and `not`, `unevaluatedItems` where branches differ, `unevaluatedProperties` beside a `dependentSchemas`
 * that does not apply. `additionalProperties` does without the schema at run time.
 */
export const mendedKeywords = (ajv: Ajv2020, hoist: Hoist): CodeKeywordDefinition[] => [
  containsKeyword,
  knowByNames(ajv, hoist),
  wrap(ajv, 'unevaluatedItems', settleItems),
  wrap(ajv, 'dependentSchemas', settleProperties),
  evaluatedKeyword,
  { keyword: PLAN, code() {} },
  wrap(ajv, 'if', checkAll),
  wrap(ajv, 'not', checkAll),
]

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

/** `unevaluatedItems` where `contains` evaluates items too. */
const evaluatedKeyword: CodeKeywordDefinition = {
  keyword: EVALUATED,
  type: 'array',
  schemaType: 'array',
  trackErrors: true,
  error: { message: '', params: ({ params }) => _`{limit: ${params.limit}}` },
  code(cxt) {
    const { gen, data, parentSchema } = cxt
    const { always, branches } = parentSchema[PLAN] as EvaluatedPlan
    const meets = (schemaProp: number, item?: Name) => {
      const isMet = gen.name('_valid')
      const at = item && { dataProp: item, dataPropType: Type.Num }
      cxt.subschema(
        { keyword: EVALUATED, schemaProp, compositeRule: true, createErrors: false, ...at },
        isMet,
      )
      return isMet
    }
    const isValid = gen.let('valid', true)
    cxt.setParams({ limit: _`${always.count}` })
    // A branch may be costly, so it is asked only about an item that nothing else evaluates.
    const passed = branches.map(() => gen.let('passed'))
    gen.forRange('i', always.count, _`${data}.length`, (i) => {
      const isKnown = gen.let('known', false)
      const unlessKnown = (then: () => void) => gen.if(_`!${isKnown}`, then)
      const tryOut = (index: number) => unlessKnown(() => gen.assign(isKnown, meets(index, i)))
      for (const index of [0, ...always.matches]) tryOut(index)
      for (const [which, { when, count, matches }] of branches.entries())
        unlessKnown(() => {
          const isPassed = passed[which] as Name
          gen.if(_`${isPassed} === undefined`, () => gen.assign(isPassed, meets(when)))
          gen.if(isPassed, () => {
            gen.assign(isKnown, _`${i} < ${count}`)
            matches.forEach(tryOut)
          })
        })
      unlessKnown(() => gen.assign(isValid, false).break())
    })
    cxt.reset()
    cxt.pass(isValid)
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

/** Beyond eight properties Ajv looks a name up in the schema; a constant with the names will do. */
function knowByNames(ajv: Ajv2020, hoist: Hoist): CodeKeywordDefinition {
  const own = ajv.getKeyword('additionalProperties') as CodeKeywordDefinition
  return {
    ...own,
    code(cxt) {
      const { topSchemaRef, schemaPath } = cxt.it
      const names = Object.keys(cxt.parentSchema.properties ?? {}).map((name) => [name, 1])
      if (names.length <= 8) return own.code(cxt)
      const properties = hoist.addValue('names', { properties: Object.fromEntries(names) })
      Object.assign(cxt.it, { topSchemaRef: new Name(properties), schemaPath: nil })
      own.code(cxt)
      Object.assign(cxt.it, { topSchemaRef, schemaPath })
    },
  }
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

/** Constants at the top of the module, shared by the functions, each named after its content. */
export class Hoist {
  readonly #codes = new Map<string, string>()

  /** Adds a constant and returns its name. The name depends only on the code. */
  add(prefix: string, code: string): string {
    const hash = createHash('sha256').update(code).digest('hex')
    for (let length = 8; ; length += 1) {
      const name = `${prefix}_${hash.slice(0, length)}`
      const known = this.#codes.get(name)
      if (known !== undefined && known !== code) continue
      this.#codes.set(name, code)
      return name
    }
  }

  /** A JSON value. */
  addValue(prefix: string, value: unknown): string {
    const text = JSON.stringify(value)
    if (!text.includes('"__proto__"')) return this.add(prefix, text)
    // In a literal, this name would set the prototype.
    return this.add(prefix, `/* @__PURE__ */ JSON.parse(${JSON.stringify(text)})`)
  }

  /** A regular expression, marked so that a bundler may drop it. */
  addPattern({ source, flags }: RegExp): string {
    return this.add(
      'pattern',
      `/* @__PURE__ */ new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`,
    )
  }

  /** The declarations, sorted by name. */
  render(): string {
    const names = [...this.#codes.keys()].toSorted()
    return names.map((name) => `const ${name} = ${this.#codes.get(name)};\n`).join('')
  }
}
