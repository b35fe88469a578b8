import type { Problem } from '../errors.ts'
import type { JsonSchema, NamedSchema } from '../model.ts'
import { schemaNameOf } from '../schema/schema-name-of.ts'
import { isObject, subschemasOf } from '../schema/subschemas.ts'
import { inside } from './inside.ts'
import { inPlaceKeywords } from './map-parts.ts'

/** Reports `unevaluatedItems` over `contains`: Ajv takes every item as looked at where some were. */
export function checkUnevaluatedItems(schemas: readonly NamedSchema[]): Problem[] {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return schemas.flatMap(({ schema, location }) =>
    [...placesOf(schema, '')].flatMap(({ pointer, holder }) => {
      if (!looksWithContains(holder, { byName, seen: new Set() })) return []
      const message =
        'unevaluatedItems over contains cannot be carried into validators: which items contains looked at is known at run time only. Write prefixItems and items instead.'
      return [
        {
          code: 'keyword' as const,
          location: inside(location, `${pointer}/unevaluatedItems`),
          message,
        },
      ]
    }),
  )
}

function* placesOf(
  schema: JsonSchema,
  pointer: string,
): Generator<{ pointer: string; holder: JsonSchema }> {
  if (isObject(schema) && 'unevaluatedItems' in schema) yield { pointer, holder: schema }
  for (const inner of subschemasOf(schema)) yield* placesOf(inner.schema, pointer + inner.pointer)
}

interface Search {
  byName: ReadonlyMap<string, JsonSchema>
  seen: Set<string>
}

/** True when the schema, or one on the same value, has `contains`. */
function looksWithContains(schema: JsonSchema | undefined, { byName, seen }: Search): boolean {
  if (!isObject(schema)) return false
  if ('contains' in schema) return true
  const inner = subschemasOf(schema).filter(({ keyword }) => inPlaceKeywords.has(keyword))
  if (inner.some((one) => looksWithContains(one.schema, { byName, seen }))) return true
  if (typeof schema.$ref !== 'string' || seen.has(schema.$ref)) return false
  seen.add(schema.$ref)
  return looksWithContains(byName.get(schemaNameOf(schema.$ref)), { byName, seen })
}
