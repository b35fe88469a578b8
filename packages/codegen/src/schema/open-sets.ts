import { isObject, type JsonObject } from './subschemas.ts'

/**
 * The rules with branches of `anyOf` left out that a bare `{ type: string }` beside them covers: an
 * open set, `anyOf: [{ type: string, enum: […] }, { type: string }]`, is a string to a validator. The
 * answer to any value is the same; the function is smaller and its issues are about one thing.
 */
export function dropCoveredBranches(rules: JsonObject): JsonObject {
  const { anyOf, ...rest } = rules
  if (!Array.isArray(anyOf) || !anyOf.some(isBareString)) return rules
  const others = anyOf.filter((branch) => !isStringOnly(branch))
  if (others.length > 0) return { ...rules, anyOf: [...others, { type: 'string' }] }
  return 'type' in rest ? { ...rest, anyOf: [{ type: 'string' }] } : { ...rest, type: 'string' }
}

function isBareString(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'string' && Object.keys(branch).length === 1
}

/** True when nothing but strings can pass. */
function isStringOnly(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'string'
}
