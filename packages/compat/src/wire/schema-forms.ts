import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument, SpecNode } from '../document/open-document.ts'
import { isAnnotation, schemaValues } from '../document/schema-values.ts'
import { type Change, isKeyword } from './judgement.ts'
import { isObject } from './view.ts'

/** Whether the forms are new around a schema that is one of them. */
export function wasOneForm({ holders: { from, to } }: Change): boolean {
  const forms = to.written('anyOf')?.node
  if (!forms || to.names.some((name) => name !== 'anyOf' && !isAnnotation(name))) return false
  const old = schemaValues(from.start, from.document)
  return Object.keys(Object(forms.value)).some((index) => {
    const form = to.document.written(forms, index)
    return form !== undefined && schemaValues(form, to.document) === old
  })
}

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

/** Whether no value can match both: by their types, their values, or the values of a field that both require. */
function areDisjoint(
  one: SpecNode | undefined,
  other: SpecNode | undefined,
  document: SpecDocument,
): boolean {
  if (!isObject(one?.value) || !isObject(other?.value)) return false
  const [a, b] = [one.value, other.value]
  const [types, otherTypes] = [typesOf(a), typesOf(b)]
  if (types && otherTypes && !types.some((type) => otherTypes.includes(type))) return true
  const [values, otherValues] = [valuesOf(a), valuesOf(b)]
  const isShared = (value: unknown) => otherValues?.some((its) => isDeepStrictEqual(its, value))
  if (values && otherValues && !values.some(isShared)) return true
  if (types?.join() !== 'object' || otherTypes?.join() !== 'object') return false
  return toList(a.required)
    .filter((name) => toList(b.required).includes(name))
    .some((name) => {
      const [field, its] = [one, other].map((schema) => {
        const fields = document.child(schema, 'properties')
        return fields && document.child(fields, String(name))
      })
      return areDisjoint(field, its, document)
    })
}

/** A whole number is a number. */
const typesOf = ({ type }: Record<string, unknown>): unknown[] | undefined =>
  type === undefined ? undefined : [type].flat().map((one) => (one === 'integer' ? 'number' : one))

function valuesOf(schema: Record<string, unknown>): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

export const toList = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat())
