import { isObject } from '../bundle/node.ts'
import type { Narrowing } from '../guards/narrowing.ts'
import type { Contract, NamedSchema } from '../model.ts'
import { renderDocstring } from '../render/render-docstring.ts'
import { renderKey, renderLiteral } from '../render/render-literal.ts'

/** One type per condition of a schema: the schema with the fields that the condition requires. */
export function renderNarrowings(narrowings: readonly Narrowing[], { schemas }: Contract): string {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]))
  return narrowings
    .map((narrowing) => renderNarrowing(narrowing, byName.get(narrowing.schema)))
    .join('\n\n')
}

function renderNarrowing(
  { schema, property, value, typeName, required }: Narrowing,
  named: NamedSchema | undefined,
): string {
  if (named === undefined) return ''
  const text = `A \`${schema}\` whose \`${property}\` is ${renderLiteral(value)}.`
  const parts = [schema, `{ ${renderKey(property)}: ${renderLiteral(value)} }`]
  const own =
    isObject(named.schema) && isObject(named.schema.properties) ? named.schema.properties : {}
  const known = required.filter((name) => Object.hasOwn(own, name))
  const others = required.filter((name) => !Object.hasOwn(own, name))
  if (known.length > 0) parts.push(`Required<Pick<${schema}, ${toUnion(known)}>>`)
  if (others.length > 0) parts.push(`Record<${toUnion(others)}, unknown>`)
  return `${renderDocstring(text, named.location)}\nexport type ${typeName} = ${parts.join(' & ')}`
}

function toUnion(names: readonly string[]): string {
  return names.map((name) => renderLiteral(name)).join(' | ')
}
