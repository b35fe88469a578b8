import { alsoAll } from './also-all.ts'
import { isObject, type JsonObject } from './subschemas.ts'

/**
 * The rules with a listed set of strings opened: any string passes where one member of `enum`, or
 * `const`, is a string. Members that are no strings stay listed. Other rules on strings stay.
 */
export function openStrings(rules: JsonObject): JsonObject {
  let open = rules
  if (typeof rules.const === 'string') open = intersect(without(open, 'const'), ['string'])
  if (Array.isArray(rules.enum) && rules.enum.some(isString)) {
    const others = rules.enum.filter((value) => !isString(value))
    open = without(open, 'enum')
    const onlyNull = others.every((value) => value === null)
    open = onlyNull
      ? intersect(open, others.length === 0 ? ['string'] : ['string', 'null'])
      : alsoAll(open, { anyOf: [{ type: 'string' }, { enum: others }] })
  }
  return open
}

/** True when `openStrings` would change it. */
export function listsStrings(schema: unknown): boolean {
  if (!isObject(schema)) return false
  return isString(schema.const) || (Array.isArray(schema.enum) && schema.enum.some(isString))
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function without(rules: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(rules).filter(([key]) => key !== keyword))
}

/** The rules with `type` limited to the given types as well. */
function intersect(rules: JsonObject, types: readonly string[]): JsonObject {
  const own = rules.type === undefined ? [...types] : [rules.type].flat()
  const both = types.filter((type) => own.includes(type))
  if (both.length === 0) return alsoAll(rules, { type: types.length === 1 ? types[0] : [...types] })
  return { ...rules, type: both.length === 1 ? both[0] : both }
}
