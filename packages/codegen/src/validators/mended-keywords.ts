import {
  _,
  type Ajv2020,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
} from 'ajv/dist/2020.js'
import { nil } from 'ajv/dist/compile/codegen/index.js'
import { evaluatedPropsToName, Type } from 'ajv/dist/compile/util.js'
import { type EvaluatedPlan, PLAN } from '../schema/spread-contains.ts'
import { EVALUATED } from '../schema/subschemas.ts'
import type { Hoist } from './hoist.ts'

/**
 * Ajv's own keywords, corrected where Ajv 8.20 gives a wrong answer: `contains` on an empty array after one that
 * matched, what follows `prefixItems` or `propertyNames` on a value without items or properties under `if`
 * and `not`, `unevaluatedItems` where branches differ, `unevaluatedProperties` beside a `dependentSchemas`
 * that does not apply, or a branch of `anyOf` or `oneOf` that fails. `additionalProperties` does without the schema at run time.
 */
export const mendedKeywords = (ajv: Ajv2020, hoist: Hoist): CodeKeywordDefinition[] => [
  containsKeyword,
  knowByNames(ajv, hoist),
  wrap(ajv, 'unevaluatedItems', settleItems),
  wrap(ajv, 'dependentSchemas', settleProperties),
  wrap(ajv, 'anyOf', settleChoice),
  wrap(ajv, 'oneOf', settleChoice),
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
  code(cxt) {
    const { gen, data, parentSchema } = cxt
    const { minContains = 1, maxContains: max } = parentSchema as {
      minContains?: number
      maxContains?: number
    }
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
    cxt.setParams({ len: always.count })
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

/** Else what a branch looked at by patterns would count as evaluated even if it failed: Ajv reports all findings here. */
function settleChoice(cxt: KeywordCxt): KeywordCxt {
  const { gen, it } = cxt
  if (it.opts.unevaluated && it.props === undefined) it.props = evaluatedPropsToName(gen)
  return settleProperties(cxt)
}

/** What was looked at so far has to be a variable before a branch that may not be taken adds to it. */
function settleProperties(cxt: KeywordCxt): KeywordCxt {
  const { gen, it } = cxt
  const { props } = it
  if (props !== undefined && props !== true && !(props instanceof Name))
    it.props = evaluatedPropsToName(gen, props)
  return cxt
}
