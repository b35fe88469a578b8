import type { Target } from '../load/document-store.ts'
import { type Context, child, type Dialect, isObject, type JsonObject, locationOf } from './node.ts'

/**
 * The schema with the forms of draft-07 written as 2020-12 has them: `items` lists, `additionalItems`,
 * `dependencies`. In 2020-12 itself those forms are reported, because there they mean nothing.
 */
export function fromDraft07(
  schema: JsonObject,
  { target, dialect, context }: { target: Target; dialect: Dialect; context: Context },
): JsonObject {
  if (!Array.isArray(schema.items) && !('additionalItems' in schema) && !('dependencies' in schema))
    return schema
  if (dialect === '2020-12') {
    reportOldForms(schema, target, context)
    return schema
  }
  const { items, additionalItems, dependencies, ...rest } = schema
  if (Array.isArray(items)) {
    rest.prefixItems = items
    if (additionalItems !== undefined) rest.items = additionalItems
  } else if (items !== undefined) {
    rest.items = items
  }
  return isObject(dependencies) ? { ...rest, ...splitDependencies(dependencies) } : rest
}

function splitDependencies(dependencies: JsonObject): JsonObject {
  const entries = Object.entries(dependencies)
  const required = entries.filter(([, value]) => Array.isArray(value))
  const schemas = entries.filter(([, value]) => !Array.isArray(value))
  return {
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  }
}

const NEWER_FORMS = {
  items:
    'a list of items is written prefixItems in JSON Schema 2020-12. Write prefixItems instead.',
  additionalItems:
    'additionalItems means nothing in JSON Schema 2020-12. Write items beside prefixItems instead.',
  dependencies:
    'dependencies means nothing in JSON Schema 2020-12. Write dependentRequired or dependentSchemas instead.',
}

function reportOldForms(schema: JsonObject, target: Target, { report }: Context): void {
  for (const [keyword, message] of Object.entries(NEWER_FORMS)) {
    const isOld = keyword === 'items' ? Array.isArray(schema.items) : keyword in schema
    if (isOld) report.add('dialect', locationOf(child(target, keyword)), message)
  }
}
