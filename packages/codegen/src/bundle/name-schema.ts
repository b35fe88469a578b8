import type { Target } from '../load/document-store.ts'
import { type Dialect, type JsonObject, refOf } from './node.ts'
import type { Registry } from './registry.ts'

/** The named schema that stands at a place: the one its `$ref` leads to, or itself lifted out. */
export function nameSchema(
  target: Target,
  {
    registry,
    dialect,
    name,
    isStated = false,
  }: { registry: Registry; dialect: Dialect; name: string; isStated?: boolean },
): { $ref: string } {
  const ref = refOf(target.value)
  if (ref !== undefined && Object.keys(target.value as JsonObject).length === 1)
    return registry.reference('schemas', ref, { target, dialect })
  const lifted = target.value === undefined ? { ...target, value: true } : target
  return registry.lift('schemas', name, { target: lifted, dialect, isStated })
}
