import { BundleError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'

/** The node itself, or the one that it refers to, through as many references as there are. */
export function atRef(document: JsonObject, node: Json): JsonObject {
  if (node?.$ref === undefined) return node
  const [, ...names] = String(node.$ref).split('/')
  const found = names.reduce<Json>(
    (at, name) => at?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  if (found === undefined) throw new BundleError(`asyncapi.yaml: ${node.$ref} leads nowhere.`)
  return atRef(document, found)
}
