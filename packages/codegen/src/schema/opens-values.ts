import type { NamedSchema } from '../model.ts'
import { type Form, isObject, schemaNameOf, subschemasOf } from './subschemas.ts'
import { toSent } from './to-sent.ts'

/** Where the TypeScript type of a schema is taken from. */
export const typedKeywords: ReadonlySet<string> = new Set([
  'additionalProperties',
  'allOf',
  'anyOf',
  'items',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'properties',
])

/**
 * The schemas whose TypeScript type lists values beside which a reader takes any other of their JSON
 * type, themselves or through a `$ref`. Sets that are open as written are not among them: their types
 * say so already.
 */
export function opensValues(schemas: readonly NamedSchema[]): Set<string> {
  const opening = new Set<string>()
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const form of typedForms(toSent(schema))) {
      if (!isObject(form)) continue
      if ('const' in form || 'enum' in form) opening.add(name)
      if (typeof form.$ref !== 'string') continue
      const target = schemaNameOf(form.$ref)
      const known = users.get(target)
      if (known === undefined) users.set(target, [name])
      else known.push(name)
    }
  }
  spread(opening, users)
  return opening
}

function* typedForms(form: Form): Generator<Form> {
  yield form
  for (const { keyword, schema } of subschemasOf(form))
    if (typedKeywords.has(keyword)) yield* typedForms(schema)
}

/** Adds, for each member, those that use it, and so on. */
function spread(members: Set<string>, users: ReadonlyMap<string, readonly string[]>): void {
  for (const member of members) for (const user of users.get(member) ?? []) members.add(user)
}
