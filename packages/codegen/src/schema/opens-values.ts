import { isObject, nameOfRef } from '../json.ts'
import type { NamedSchema } from '../model.ts'
import { type Form, subschemasOf } from './subschemas.ts'
import { toSent } from './to-sent.ts'

/** The keywords that a TypeScript type is made from. */
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
 * The schemas whose TypeScript type lists values, directly or through a `$ref`: a reader accepts other
 * values of the same JSON type. Enums that are open as written do not count: their types are open.
 */
export function opensValues(schemas: readonly NamedSchema[]): Set<string> {
  const opening = new Set<string>()
  const users = new Map<string, Set<string>>()
  for (const { name, schema } of schemas) {
    for (const form of typedForms(toSent(schema))) {
      if (!isObject(form)) continue
      if ('const' in form || 'enum' in form) opening.add(name)
      if (typeof form.$ref !== 'string') continue
      const target = nameOfRef(form.$ref)
      users.set(target, (users.get(target) ?? new Set()).add(name))
    }
  }
  // A set also visits what is added meanwhile: the users, their users, and so on.
  for (const member of opening) for (const user of users.get(member) ?? []) opening.add(user)
  return opening
}

function* typedForms(form: Form): Generator<Form> {
  yield form
  for (const { keyword, schema } of subschemasOf(form))
    if (typedKeywords.has(keyword)) yield* typedForms(schema)
}
