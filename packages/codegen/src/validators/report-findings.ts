import { _, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js'
import { nil, strConcat } from 'ajv/dist/compile/codegen/index.js'
import { NEVER, TYPE } from './own-keywords.ts'

/** The code of a keyword that reports to `addFinding`, and forgets by `keepFindings`. */
export function reportFindings(code: CodeKeywordDefinition['code']): CodeKeywordDefinition['code'] {
  return (cxt, ruleType) => {
    cxt.error = (_append, params) => report(cxt, params)
    cxt.reset = () => {
      cxt.gen.code(_`errors = ${cxt.errsCount}`)
      cxt.gen.code(_`vErrors = keepFindings(vErrors, ${cxt.errsCount})`)
    }
    code(cxt, ruleType)
  }
}

/** What a keyword of ours is called in a finding. */
const spoken: Readonly<Record<string, string>> = { [TYPE]: 'type', [NEVER]: 'false schema' }

function report(cxt: KeywordCxt, params?: KeywordCxt['params']): void {
  const { gen, keyword, def, it } = cxt
  if (params !== undefined) cxt.setParams(params)
  const given = def.error?.params
  const told = typeof given === 'function' ? given(cxt) : (given ?? _`{}`)
  const path = strConcat(new Name('instancePath'), it.errorPath)
  const name = it.propertyName === undefined ? nil : _`, ${it.propertyName}`
  // Where only pass or fail counts, nothing has to be told.
  if (it.createErrors !== false)
    gen.code(
      _`vErrors = addFinding(vErrors, ${path}, ${spoken[keyword] ?? keyword}, ${told}${name})`,
    )
  gen.code(_`errors++`)
  if (params !== undefined) cxt.setParams({})
}
