import type { Problem } from '../errors.ts'
import type { NamedSchema } from '../model.ts'
import { schemaNameOf } from '../schema/schema-name-of.ts'
import { isObject, subschemasOf } from '../schema/subschemas.ts'
import { inside } from './inside.ts'
import { inPlaceKeywords } from './map-parts.ts'

/** Reports each schema that refers to itself on the same value, which no validator could ever finish. */
export function checkLoops(schemas: readonly NamedSchema[]): Problem[] {
  const targets = new Map(
    schemas.map(({ name, schema }) => [name, new Set(targetsInPlace(schema))]),
  )
  return schemas.flatMap(({ name, location }) => {
    if (!reaches(name, targets)) return []
    const message = `the schema ${name} refers to itself without a step into a property or an item. Put the $ref under properties or items, or leave it out.`
    return [{ code: 'keyword' as const, location: inside(location, ''), message }]
  })
}

function targetsInPlace(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const own = typeof schema.$ref === 'string' ? [schemaNameOf(schema.$ref)] : []
  const inner = subschemasOf(schema).filter(({ keyword }) => inPlaceKeywords.has(keyword))
  return [...own, ...inner.flatMap((one) => targetsInPlace(one.schema))]
}

function reaches(name: string, targets: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>()
  const waiting = [...(targets.get(name) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === name) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(targets.get(next) ?? []))
  }
  return false
}
