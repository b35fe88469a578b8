import { Ajv2020 } from 'ajv/dist/2020.js'
import { adaptCode } from './adapt-code.ts'
import { CALL, replaceKeywords } from './ajv-keywords.ts'
import type { Form } from './form.ts'
import { Hoist } from './hoist.ts'
import { hasUnevaluated } from './inline-for-unevaluated.ts'
import type { PlannedFunction } from './planned-function.ts'
import { isObject, mapSubschemas } from './subschemas.ts'
import { toRegExp } from './to-reg-exp.ts'

/** The text of the functions, and of the constants they share. */
export interface CompiledFunctions {
  functions: (Pick<PlannedFunction, 'name' | 'isExported'> & { code: string })[]
  constants: string
}

/** An instance of Ajv keeps all it ever compiled, so one serves so many schemas only. */
const schemasPerInstance = 64

/** Compiles each form by itself to the text of a function. Linear in the size of the forms. */
export function compileFunctions(planned: readonly PlannedFunction[]): CompiledFunctions {
  const hoist = new Hoist()
  let ajv = createAjv(hoist)
  const functions = planned.map(({ name, form, isExported }, index) => {
    if (index % schemasPerInstance === 0) ajv = createAjv(hoist)
    return { name, isExported, code: compile(ajv, { name, form, hoist }) }
  })
  return { functions, constants: hoist.render() }
}

function compile(
  ajv: Ajv2020,
  { name, form, hoist }: { name: string; form: Form; hoist: Hoist },
): string {
  const schema = { allOf: [toCalls(form)] }
  // Counting what was looked at costs code, so only where something asks for it.
  ajv.opts.unevaluated = hasUnevaluated(form)
  const { source } = ajv.compile(schema)
  if (source === undefined)
    throw new Error(
      `Function ${name} has no source: expected Ajv to keep it. Check the Ajv version.`,
    )
  return adaptCode(source, { name, schema, hoist })
}

/** The form with each `$ref` written as our call. */
function toCalls(form: Form): Form {
  if (!isObject(form)) return form
  const entries = Object.entries(form).map(([keyword, value]) =>
    keyword === '$ref' ? [CALL, value] : [keyword, mapSubschemas(keyword, value, toCalls)],
  )
  return Object.fromEntries(entries)
}

function createAjv(hoist: Hoist): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // Style, not fidelity: legal schemas that leave `type` out, list several, or repeat nothing.
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
    // Only the text is wanted; evaluating it would cost time and memory.
    code: {
      source: true,
      lines: true,
      regExp: engine,
      process: () => 'return function unused() {}',
    },
  })
  // Set after construction, as Ajv2020 insists on it: `$dynamicRef` is refused before it gets here.
  ajv.opts.dynamicRef = false
  replaceKeywords(ajv, hoist)
  return ajv
}

const engine = Object.assign((pattern: string) => toRegExp(pattern) ?? new RegExp(pattern, 'u'), {
  code: 'new RegExp',
})
