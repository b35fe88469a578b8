import { hash } from 'node:crypto'
import { compareText, isObject, type JsonObject, mapValues, nameOfRef } from '../json.ts'
import type { Contract } from '../model.ts'
import { createSpreader } from '../schema/spread-contains.ts'
import { type Form, mapInPlace, mapParts, mapSubschemas } from '../schema/subschemas.ts'
import { alsoAll, toSent } from '../schema/to-sent.ts'

/** A function to generate: its `$ref`s name other functions. */
export interface PlannedFunction {
  name: string
  form: Form
  /** False for a part: only other functions call it. */
  isExported: boolean
}

/**
 * The functions that a contract needs: one per schema, or one for several equal schemas. `sent` names the
 * function that checks each schema by the rules for its sender.
 */
export function planFunctions({ schemas }: Contract) {
  const rename = (ref: string) => functionNameOf(nameOfRef(ref))
  const all = schemas.map(({ name, schema }) => {
    return { name: functionNameOf(name), form: toSent(schema, rename), isExported: true }
  })
  const shared = shareEqualForms(inlineForUnevaluated(all))
  const sentOf = (name: string) => shared.names.get(functionNameOf(name)) ?? functionNameOf(name)
  return {
    functions: shareParts(shared.functions).toSorted((a, b) => compareText(a.name, b.name)),
    sent: new Map(schemas.map(({ name }) => [name, sentOf(name)])),
  }
}

/** The name of a function; Ajv takes ASCII only. */
function functionNameOf(schema: string): string {
  return `sent${schema.replaceAll(/[^A-Za-z0-9_]/gu, (sign) => `$${sign.codePointAt(0)?.toString(16)}`)}`
}

/**
 * The functions with the schemas inlined that `unevaluatedProperties` and `unevaluatedItems` depend on:
 * a function called by `$ref` does not say what it evaluated.
 */
function inlineForUnevaluated(functions: readonly PlannedFunction[]): readonly PlannedFunction[] {
  if (!functions.some(({ form }) => hasUnevaluated(form))) return functions
  const parted = partAway(functions)
  const forms = new Map(parted.map(({ name, form }) => [name, form]))
  const conditions = new Map<string, PlannedFunction>()
  const spread = createSpreader((form) => {
    const name = nameOfPart(JSON.stringify(form))
    conditions.set(name, { name, form, isExported: false })
    return { $ref: name }
  })
  const own = parted.map((one) =>
    hasUnevaluated(one.form) ? { ...one, form: spread(visit(one.form, forms)) } : one,
  )
  return [...own, ...conditions.values()]
}

/** True if the form or a subschema uses `unevaluatedProperties` or `unevaluatedItems`. */
export function hasUnevaluated(form: Form): boolean {
  return /"unevaluated(Properties|Items)":/.test(JSON.stringify(form))
}

/** Such a form of a property or an item becomes a function: inlined, it could contain itself. */
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
  if ('unevaluatedProperties' in form || 'unevaluatedItems' in form) return inlineRefs(form, forms)
  return mapInPlace(form, (inner) => visit(inner, forms))
}

/** The form with each `$ref` on the same value replaced by its target. */
function inlineRefs(form: Form, forms: ReadonlyMap<string, Form>): Form {
  if (!isObject(form)) return form
  const inner = spellOutCondition(mapInPlace(form, (schema) => inlineRefs(schema, forms)))
  const { $ref, ...rest } = inner
  const target = typeof $ref === 'string' ? forms.get($ref) : undefined
  if (target === undefined) return inner
  return alsoAll(rest, inlineRefs(target, forms))
}

/** A condition written as a choice: Ajv counts what `if` evaluated even if it failed. */
function spellOutCondition(form: JsonObject): JsonObject {
  if (!('if' in form)) return form
  const { if: condition, then: yes = true, else: no = true, ...rest } = form
  return alsoAll(rest, {
    anyOf: [{ allOf: [condition, yes] }, { allOf: [{ not: condition }, no] }],
  })
}

/**
 * One function for several equal forms, including those that are equal only because their references
 * are, and for each name the function to call. The last by name replaces the others.
 */
function shareEqualForms(functions: readonly PlannedFunction[]) {
  const sorted = functions.toSorted((a, b) => compareText(b.name, a.name))
  const names = new Map(sorted.map(({ name }) => [name, name]))
  const nameOf = (name: string) => names.get(name) ?? name
  let remaining = sorted
  for (;;) {
    const firsts = new Map<string, string>()
    for (const { name, form } of remaining) {
      const text = JSON.stringify(form)
      const first = firsts.get(text)
      if (first === undefined) firsts.set(text, name)
      else names.set(name, first)
    }
    const kept = remaining.filter(({ name }) => nameOf(name) === name)
    if (kept.length === remaining.length) return { functions: kept, names: settle(names) }
    remaining = kept.map((one) => ({ ...one, form: renameRefs(one.form, nameOf) }))
  }
}

/** Each name mapped to the end of its chain. */
function settle(names: Map<string, string>): Map<string, string> {
  const endOf = (name: string): string => {
    const next = names.get(name) ?? name
    return next === name ? name : endOf(next)
  }
  return new Map([...names.keys()].map((name) => [name, endOf(name)]))
}

function renameRefs(form: Form, rename: (ref: string) => string): Form {
  if (!isObject(form)) return form
  return mapValues(form, (value, keyword) =>
    keyword === '$ref'
      ? rename(value as string)
      : mapSubschemas(keyword, value, (inner) => renameRefs(inner, rename)),
  )
}

/** In code, a shorter form is no larger than a call. */
const minPartLength = 200

/**
 * The functions with each larger part that they repeat moved into a function of its own. For documents
 * that repeat schemas instead of naming them, the code shrinks by an order of magnitude.
 */
function shareParts(functions: readonly PlannedFunction[]): PlannedFunction[] {
  const counts = countParts(functions)
  const parts = new Map<string, PlannedFunction>()
  const visit = (form: Form): Form => mapParts(form, (part) => take(part))
  const take = (part: Form): Form => {
    const text = textOf(part)
    if (text === undefined || (counts.get(text) ?? 0) < 2) return visit(part)
    const name = nameOfPart(text)
    if (!parts.has(name)) parts.set(name, { name, form: visit(part), isExported: false })
    return { $ref: name }
  }
  const own = functions.map((one) => ({ ...one, form: visit(one.form) }))
  const known = new Set(own.map(({ name }) => name))
  return [...own, ...[...parts.values()].filter(({ name }) => !known.has(name))]
}

/** How often each part occurs. Parts inside a part count only at its first occurrence. */
function countParts(functions: readonly PlannedFunction[]): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (form: Form): Form =>
    mapParts(form, (part) => {
      const text = textOf(part)
      const known = text === undefined ? 0 : (counts.get(text) ?? 0)
      if (text !== undefined) counts.set(text, known + 1)
      return known === 0 ? count(part) : part
    })
  for (const { form } of functions) count(form)
  return counts
}

/** The text of a form, if it is large enough to be a part. */
function textOf(form: Form): string | undefined {
  if (!isObject(form) || Object.keys(form).length === 0) return undefined
  const text = JSON.stringify(form)
  return text.length < minPartLength ? undefined : text
}

/** Names the function of a part after its content, so the name stays when other parts come or go. */
function nameOfPart(text: string): string {
  return `part_${hash('sha256', text).slice(0, 12)}`
}
