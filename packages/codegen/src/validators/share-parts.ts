import type { Form } from '../schema/form.ts'
import { isObject } from '../schema/subschemas.ts'
import { mapParts } from './map-parts.ts'
import { nameOfPart } from './name-of-part.ts'
import type { PlannedFunction } from './planned-function.ts'

/** Shorter forms are no larger in place than a call is. */
const minPartLength = 200

/**
 * The functions with each larger part that several of them repeat moved into a function of its own. The
 * text of documents that spell everything out shrinks by an order of magnitude.
 */
export function shareParts(functions: readonly PlannedFunction[]): PlannedFunction[] {
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

/** How often each part occurs; what stands inside a part is counted with its first occurrence only. */
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

/** The text of a form that is large enough to be a part. */
function textOf(form: Form): string | undefined {
  if (!isObject(form) || Object.keys(form).length === 0) return undefined
  const text = JSON.stringify(form)
  return text.length < minPartLength ? undefined : text
}
