import { schemaValues } from '../document/schema-values.ts'
import { nodesAt, type Pair } from './node-at.ts'

/**
 * Whether the schema around a change says the same of values on both sides: a reference that lost its
 * wrapper, a list in another order. The closest schema that both sides have decides.
 */
export function isSameSchema({ keys, from, to }: Pair): boolean {
  const root = schemaRoot(keys)
  if (root < 0) return false
  for (let end = keys.length; end >= root; end -= 1) {
    const path = keys.slice(0, end)
    if (!isSchemaPlace(path, root)) continue
    const [one, other] = nodesAt({ keys: path, from, to })
    if (one === undefined || other === undefined) continue
    return schemaValues(one, from) === schemaValues(other, to)
  }
  return false
}

/** Up to where a path leads to the outermost schema; -1 where it leads to none. */
function schemaRoot(keys: readonly string[]): number {
  const index = keys.findIndex(
    (key, at) =>
      ['schema', 'payload'].includes(key) || (key === 'headers' && keys[at - 2] === 'messages'),
  )
  return index < 0 ? -1 : index + 1
}

/** Whether the end of a path is a schema, and no list or map of them. */
function isSchemaPlace(path: readonly string[], root: number): boolean {
  const [parent, last] = [path.at(-2) ?? '', path.at(-1) ?? '']
  if (path.length === root) return true
  if (/^(allOf|anyOf|oneOf|prefixItems)$/.test(parent)) return /^\d+$/.test(last)
  if (/^(properties|patternProperties|dependentSchemas)$/.test(parent)) return true
  return /^(items|not|if|then|else|additionalProperties|contains|propertyNames)$/.test(last)
}
