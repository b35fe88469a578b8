import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument, SpecNode } from '../document/spec-document.ts'
import { isKeyword } from './is-keyword.ts'

/** Whether a value may match two members of the `oneOf` around a place, which refuses it. */
export function mayMatchTwo(keys: readonly string[], document: SpecDocument): boolean {
  const at = keys.findLastIndex((key, index) => key === 'oneOf' && isKeyword(keys, index))
  const list = at < 0 ? undefined : document.at(keys.slice(0, at + 1))
  if (list === undefined || !Array.isArray(list.value)) return false
  const member = document.child(list, keys[at + 1] ?? '')
  return list.value.some((_, index) => {
    const other = document.child(list, String(index))
    return String(index) !== keys[at + 1] && !areDisjoint(member, other, document)
  })
}

/** Whether no value can match both: by their types, their values, or those of a field that both demand. */
function areDisjoint(
  one: SpecNode | undefined,
  other: SpecNode | undefined,
  document: SpecDocument,
): boolean {
  const [a, b] = [one?.value, other?.value]
  if (!isObject(a) || !isObject(b) || one === undefined || other === undefined) return false
  const [types, otherTypes] = [typesOf(a), typesOf(b)]
  if (types && otherTypes && !types.some((type) => otherTypes.includes(type))) return true
  const [values, otherValues] = [valuesOf(a), valuesOf(b)]
  const isShared = (value: unknown) => otherValues?.some((its) => isDeepStrictEqual(its, value))
  if (values && otherValues && !values.some(isShared)) return true
  if (types?.join() !== 'object' || otherTypes?.join() !== 'object') return false
  return namesOf(a.required)
    .filter((name) => namesOf(b.required).includes(name))
    .some((name) => {
      const [field, its] = [one, other].map((schema) => {
        const fields = document.child(schema, 'properties')
        return fields && document.child(fields, String(name))
      })
      return areDisjoint(field, its, document)
    })
}

/** A whole number is a number. */
function typesOf({ type }: Record<string, unknown>): unknown[] | undefined {
  return type === undefined
    ? undefined
    : [type].flat().map((one) => (one === 'integer' ? 'number' : one))
}

function valuesOf(schema: Record<string, unknown>): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function namesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
