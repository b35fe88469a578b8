import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import { nil, strConcat, ValueScope } from 'ajv/dist/compile/codegen/index.js'
import standalone from 'ajv/dist/standalone/index.js'
import { isObject } from '../json.ts'
import { EVALUATED, type Form, mapSubschemas } from '../schema/subschemas.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import { expectations } from './expectations.ts'
import { findingParams } from './finding-params.ts'
import type { Hoist } from './hoist.ts'
import { mendedKeywords } from './mended-keywords.ts'
import { CALL, NEVER, ownKeywords, TYPE } from './own-keywords.ts'
import { hasUnevaluated, type PlannedFunction } from './plan-functions.ts'

/**
 * Yields the code of each function, in order. Constants that functions share go to `hoist`. The time is
 * linear in the size of the forms. Each form has its own scope, so the names in its code do not depend on
 * other forms.
 */
export function* compileFunctions(
  planned: readonly PlannedFunction[],
  hoist: Hoist,
): Generator<string> {
  const ajv = createAjv(hoist)
  for (const { name, form, isExported } of planned) {
    Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) })
    // Tracking what was evaluated costs code, so it is on only if the form needs it.
    ajv.opts.unevaluated = hasUnevaluated(form)
    const validate = ajv.compile({ allOf: [toOurs(form)] })
    dropIdleSchema(validate)
    const module = toFindings(standalone.default(ajv, validate))
    // Otherwise Ajv would keep every schema and its code.
    ajv.removeSchema()
    const code = declare(name, module)
    yield isExported ? `export ${code}` : code
  }
}

/** Ajv writes this line for many functions; the module has it once, at the top. */
export const ownCheck = 'const func0 = Object.prototype.hasOwnProperty;\n'

/** Declares a plain function, or wraps it if Ajv wrote other code beside it. */
function declare(name: string, module: string): string {
  const bare = module.replace(ownCheck, '').trim()
  const isAlone = bare.startsWith('function validate0(') && bare.split('validate0').length === 2
  if (isAlone) return `${bare.replace('validate0', () => name)}\n`
  return `const ${name} = /* @__PURE__ */ (() => {\n${module}\nreturn validate0;\n})();\n`
}

/**
 * What Ajv writes around the checks of a function, and what we write instead. Text from a schema cannot
 * match: Ajv escapes quotes and line breaks in it.
 */
const rewritten = [
  ['"use strict";\nmodule.exports = validate0;\nmodule.exports.default = validate0;', ''],
  ['{instancePath="", parentData, parentDataProperty, rootData=data}={}', 'instancePath=""'],
  ['validate0.errors = vErrors;\n', ''],
  ['return errors === 0;\n', 'return errors === 0 ? null : vErrors;\n'],
] as const

/** The module, with `validate0` as a check: it takes a value and its path, and returns findings or null. */
function toFindings(module: string): string {
  return rewritten.reduce((code, [theirs, ours]) => {
    if (!code.includes(theirs)) throw new Error(`Ajv does not write ${JSON.stringify(theirs)}.`)
    return code.replace(theirs, ours)
  }, module)
}

/** Ajv puts the schema into each module as a constant; few functions use it. */
function dropIdleSchema({ source }: ValidateFunction): void {
  const code = String(source?.validateCode)
  for (const name of source?.scopeValues.schema ?? [])
    if (!code.includes(String(name))) source?.scopeValues.schema?.delete(name)
}

/** Keywords for which `false` is a rule of their own, not a schema that Ajv compiles. */
const closing = ['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties']
const isClosing = (keyword: string, form: object) =>
  closing.includes(keyword) || (keyword === 'items' && 'prefixItems' in form)

/** The form with each `$ref`, `type` and `false` as our keywords. */
function toOurs(form: Form): Form {
  if (form === false) return { [NEVER]: true }
  if (!isObject(form)) return form
  const names: Record<string, string> = { $ref: CALL, type: TYPE }
  const entries = Object.entries(form).map(([keyword, value]) => {
    const isClosed = value === false && isClosing(keyword, form)
    return [names[keyword] ?? keyword, isClosed ? value : mapSubschemas(keyword, value, toOurs)]
  })
  return Object.fromEntries(entries)
}

function createAjv(hoist: Hoist): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // Style rules: legal schemas may omit `type`, list several types, or repeat nothing.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    inlineRefs: false,
    ownProperties: true,
    allErrors: true,
    messages: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    loopRequired: Number.POSITIVE_INFINITY,
    // Only the code is needed; evaluating it would cost time and memory.
    code: {
      source: true,
      lines: true,
      regExp: engine,
      process: () => 'return function unused() {}',
    },
  })
  // Set after construction, because Ajv2020 forces it on. `$dynamicRef` is rejected earlier.
  ajv.opts.dynamicRef = false
  replaceKeywords(ajv, hoist)
  return ajv
}

const engine = Object.assign((pattern: string) => toRegExp(pattern) ?? new RegExp(pattern, 'u'), {
  code: 'new RegExp',
})

/** Gives an instance of Ajv our keywords and makes every keyword report at most 100 findings. */
function replaceKeywords(ajv: Ajv2020, hoist: Hoist): void {
  const ours = [...ownKeywords(hoist), ...mendedKeywords(ajv, hoist)]
  const replaced = new Map(ours.map((definition) => [definition.keyword, definition]))
  const inOrder = Object.keys(ajv.RULES.all).map((key) => replaced.get(key) ?? ajv.getKeyword(key))
  // Some keywords rely on what earlier ones evaluated, so keep the order of Ajv.
  for (const definition of new Set([...inOrder, ...ours])) {
    if (typeof definition !== 'object' || !('code' in definition)) continue
    for (const keyword of [definition.keyword].flat()) ajv.removeKeyword(keyword)
    ajv.addKeyword({ ...definition, code: reportFindings(definition.code) })
  }
}

/** The code of a keyword that reports with `addFinding` and takes back with `keepFindings`. */
function reportFindings(code: CodeKeywordDefinition['code']): CodeKeywordDefinition['code'] {
  return (cxt, ruleType) => {
    // Methods, because closures over each context would survive V8's minor collections: 100 MB in all.
    code(Object.assign(cxt, { error: report, reset }), ruleType)
  }
}

/** The names of our keywords in findings. */
const spoken: Readonly<Record<string, string>> = {
  [TYPE]: 'type',
  [NEVER]: 'false schema',
  [EVALUATED]: 'unevaluatedItems',
}

function report(this: KeywordCxt, _append?: boolean, params?: KeywordCxt['params']): void {
  const { gen, keyword, def, it } = this
  if (params !== undefined) this.setParams(params)
  const name = spoken[keyword] ?? keyword
  const expected = expectations[name]?.(this)
  const given = def.error?.params
  const theirs = typeof given === 'function' ? given(this) : (given ?? _`{}`)
  const own = findingParams[name]?.(this.params) ?? theirs
  const told = expected === undefined ? own : _`{expected: ${expected}}`
  const path = strConcat(new Name('instancePath'), it.errorPath)
  const property = it.propertyName === undefined ? nil : _`, ${it.propertyName}`
  // If only pass or fail matters, report nothing.
  if (it.createErrors !== false)
    gen.code(_`vErrors = addFinding(vErrors, ${path}, ${name}, ${told}${property})`)
  gen.code(_`errors++`)
  if (params !== undefined) this.setParams({})
}

function reset(this: KeywordCxt): void {
  this.gen.code(_`errors = ${this.errsCount}`)
  this.gen.code(_`vErrors = keepFindings(vErrors, ${this.errsCount})`)
}
