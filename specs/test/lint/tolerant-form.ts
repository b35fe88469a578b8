import { isRecord } from './pointer.ts'

const schemaKeywords = /^(not|if|then|else|items|additionalProperties|contains|propertyNames)$/

/**
 * The schema as a reader takes it, from the schema as it is written. This is a second opinion: it
 * shares nothing with the generator whose validators it referees. Unknown properties and unknown
 * strings pass, `oneOf` asks for one or more, and what is marked `x-sender-only` asks for nothing.
 * Below `if` and `not` nothing is opened, and a `$ref` there becomes `strictRef(ref)`.
 */
export function tolerantForm(schema: unknown, strictRef: (reference: string) => string): unknown {
  if (!isRecord(schema)) return schema
  if (schema['x-sender-only'] === true) return true
  const open: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'additionalProperties' && value === false) continue
    if (keyword === 'if' || keyword === 'not') open[keyword] = withReferences(value, strictRef)
    else open[keyword === 'oneOf' ? 'anyOf' : keyword] = tolerantValue(keyword, value, strictRef)
  }
  if (Array.isArray(schema.oneOf) && Array.isArray(schema.anyOf)) {
    const anyOf = tolerantValue('anyOf', schema.anyOf, strictRef)
    open.allOf = [...((open.allOf as unknown[]) ?? []), { anyOf }]
  }
  return openStrings(open)
}

function tolerantValue(keyword: string, value: unknown, strictRef: (reference: string) => string) {
  const inner = (one: unknown) => tolerantForm(one, strictRef)
  if (Array.isArray(value) && /^(allOf|anyOf|oneOf)$/.test(keyword)) return value.map(inner)
  if (isRecord(value) && /^(properties|patternProperties)$/.test(keyword)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
  }
  return schemaKeywords.test(keyword) ? inner(value) : value
}

/** The same schema with each `$ref` as `strictRef` writes it. */
export function withReferences(schema: unknown, strictRef: (reference: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one, strictRef))
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string'
      ? strictRef(value)
      : withReferences(value, strictRef),
  ])
  return Object.fromEntries(entries)
}

function openStrings(schema: Record<string, unknown>): Record<string, unknown> {
  const isText = (value: unknown) => typeof value === 'string'
  const { const: only, enum: members, ...rest } = schema
  if (isText(only)) return { ...rest, type: 'string' }
  if (!Array.isArray(members) || !members.some(isText)) return schema
  const others = members.filter((member) => !isText(member))
  if (others.length === 0) return { ...rest, type: 'string' }
  return { allOf: [rest, { anyOf: [{ type: 'string' }, { enum: others }] }] }
}
