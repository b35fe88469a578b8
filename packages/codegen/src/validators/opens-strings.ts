import type { NamedSchema } from '../model.ts'
import type { Form } from './form.ts'
import { listsStrings } from './open-strings.ts'
import { schemaNameOf } from './schema-name-of.ts'
import { spread } from './spread.ts'
import { toSent } from './strictness.ts'
import { isObject, subschemasOf } from './subschemas.ts'

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
 * The schemas whose TypeScript type lists strings to which the received form adds any other, themselves
 * or through a `$ref`. Sets that are open as written are not among them: their types say so already.
 */
export function opensStrings(schemas: readonly NamedSchema[]): Set<string> {
  const opening = new Set<string>()
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const form of typedForms(toSent(schema))) {
      if (listsStrings(form)) opening.add(name)
      if (!isObject(form) || typeof form.$ref !== 'string') continue
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
