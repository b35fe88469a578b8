import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Form } from '../schema/form.ts'
import { isObject, mapSubschemas } from '../schema/subschemas.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import { Hoist } from './hoist.ts'
import { hasUnevaluated } from './inline-for-unevaluated.ts'
import { CALL, NEVER, TYPE } from './own-keywords.ts'
import type { PlannedFunction } from './planned-function.ts'
import { replaceKeywords } from './replace-keywords.ts'

/** The text of the functions, and of the constants they share. */
export interface CompiledFunctions {
  functions: (Pick<PlannedFunction, 'name' | 'isExported'> & { code: string })[]
  constants: string
}

/**
 * Compiles each form by itself to the text of a function. Linear in the size of the forms. Each has an
 * instance of Ajv of its own, so the names in one text do not depend on the others.
 */
export function compileFunctions(planned: readonly PlannedFunction[]): CompiledFunctions {
  const hoist = new Hoist()
  const functions = planned.map(({ name, form, isExported }) => {
    const ajv = createAjv(hoist)
    // Counting what was looked at costs code, so only where something asks for it.
    ajv.opts.unevaluated = hasUnevaluated(form)
    const validate = ajv.compile({ allOf: [toOurs(form)] })
    dropIdleSchema(validate)
    const module = standalone.default(ajv, validate)
    return {
      name,
      isExported,
      code: `const ${name} = /* @__PURE__ */ toCheck((module) => {\n${module}\n});\n`,
    }
  })
  return { functions, constants: hoist.render() }
}

/** A module of Ajv begins with the schema as a constant; few functions look into it. */
function dropIdleSchema({ source }: ValidateFunction): void {
  const code = String(source?.validateCode)
  for (const name of source?.scopeValues.schema ?? [])
    if (!code.includes(String(name))) source?.scopeValues.schema?.delete(name)
}

/** Where `false` is a rule of the keyword, not a schema that Ajv looks into. */
const closing = ['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties']
const isClosing = (keyword: string, form: object) =>
  closing.includes(keyword) || (keyword === 'items' && 'prefixItems' in form)

/** The form with each `$ref`, `type` and `false` as our keywords. */
function toOurs(form: Form): Form {
  if (form === false) return { [NEVER]: true }
  if (!isObject(form)) return form
  const entries = Object.entries(form).map(([keyword, value]) => {
    if (keyword === '$ref') return [CALL, value]
    if (keyword === 'type') return [TYPE, value]
    if (value === false && isClosing(keyword, form)) return [keyword, value]
    return [keyword, mapSubschemas(keyword, value, toOurs)]
  })
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
