import { isRecord } from '../contract/pointer.ts'

/**
 * The schema of what a reader can use, from the schema as it is written: JSON types and required
 * members, and nothing of what it can leave out. This is a second opinion: it shares nothing with the
 * generator whose readers it referees. `needed` names the members that schemas around this one require.
 */
export function tolerantForm(schema: unknown, needed: readonly unknown[] = []): unknown {
  if (!isRecord(schema)) return schema
  if (isSenderOnly(schema)) return true
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {})
  const optional = properties.filter(([, one]) => isSenderOnly(one)).map(([name]) => name)
  const required = listOf(schema.required).filter((name) => !optional.includes(String(name)))
  const asked = [...needed, ...required]
  const form: Record<string, unknown> = {}
  if (typeof schema.$ref === 'string') form.$ref = schema.$ref
  const types = typesOf(schema)
  if (types !== undefined) form.type = types
  if (required.length > 0) form.required = required
  const relied = properties.filter(([name]) => asked.includes(name))
  if (relied.length > 0)
    form.properties = Object.fromEntries(relied.map(([name, one]) => [name, tolerantForm(one)]))
  for (const keyword of ['allOf', 'anyOf'])
    if (keyword in schema)
      form[keyword] = listOf(schema[keyword]).map((one) => tolerantForm(one, asked))
  if (!('oneOf' in schema)) return form
  const anyOf = listOf(schema.oneOf).map((one) => tolerantForm(one, asked))
  return 'anyOf' in form ? { allOf: [form, { anyOf }] } : { ...form, anyOf }
}

const isSenderOnly = (schema: unknown) => isRecord(schema) && schema['x-sender-only'] === true
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** As written, or those of the listed values; an integer is a number to a reader. */
function typesOf(schema: Record<string, unknown>): string[] | undefined {
  const listed = 'const' in schema ? [schema.const] : schema.enum
  const types = schema.type === undefined ? listOf(listed).map(typeOf) : [schema.type].flat()
  const numbers = types.map((type) => (type === 'integer' ? 'number' : String(type)))
  return numbers.length > 0 ? [...new Set(numbers)] : undefined
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
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
