import { alsoAll } from '../schema/also-all.ts'
import type { Form } from '../schema/form.ts'
import { isObject, type JsonObject } from '../schema/subschemas.ts'
import { mapInPlace, mapParts } from './map-parts.ts'
import { nameOfPart } from './name-of-part.ts'
import type { PlannedFunction } from './planned-function.ts'

/**
 * The functions with what `unevaluatedProperties` and `unevaluatedItems` need to know put in place. They
 * depend on what the schemas beside them looked at, which a function called by `$ref` does not tell.
 */
export function inlineForUnevaluated(functions: readonly PlannedFunction[]): PlannedFunction[] {
  const parted = partAway(functions)
  const forms = new Map(parted.map(({ name, form }) => [name, form]))
  return parted.map((one) =>
    hasUnevaluated(one.form) ? { ...one, form: visit(one.form, forms) } : one,
  )
}

/** True when some subschema, here or inside, looks at what others left. */
export function hasUnevaluated(form: Form): boolean {
  return /"unevaluated(Properties|Items)":/.test(JSON.stringify(form))
}

/** What looks so at a property or an item becomes a function: put in place there, it could hold itself. */
function partAway(functions: readonly PlannedFunction[]): PlannedFunction[] {
  const parts = new Map<string, PlannedFunction>()
  const take = (part: Form): Form => {
    if (!hasUnevaluated(part)) return part
    const name = nameOfPart(JSON.stringify(part))
    if (!parts.has(name)) parts.set(name, { name, form: mapParts(part, take), isExported: false })
    return { $ref: name }
  }
  const own = functions.map((one) => ({ ...one, form: mapParts(one.form, take) }))
  return [...own, ...parts.values()]
}

function visit(form: Form, forms: ReadonlyMap<string, Form>): Form {
  if (!isObject(form)) return form
  const usesUnevaluated = 'unevaluatedProperties' in form || 'unevaluatedItems' in form
  return usesUnevaluated
    ? inlineRefs(form, forms)
    : mapInPlace(form, (inner) => visit(inner, forms))
}

/** The form with the `$ref`s that look at the same value replaced by what they lead to. */
function inlineRefs(form: Form, forms: ReadonlyMap<string, Form>): Form {
  if (!isObject(form)) return form
  const inner = spellOutCondition(mapInPlace(form, (schema) => inlineRefs(schema, forms)))
  const { $ref, ...rest } = inner
  const target = typeof $ref === 'string' ? forms.get($ref) : undefined
  if (target === undefined) return inner
  return alsoAll(rest, inlineRefs(target, forms))
}

/** A condition as the choice that it is: Ajv counts what `if` looked at even where it failed. */
function spellOutCondition(form: JsonObject): JsonObject {
  if (!('if' in form)) return form
  const { if: condition, then: yes = true, else: no = true, ...rest } = form
  return alsoAll(rest, {
    anyOf: [{ allOf: [condition, yes] }, { allOf: [{ not: condition }, no] }],
  })
}
