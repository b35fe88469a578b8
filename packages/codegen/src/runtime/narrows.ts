/** What a guard looks at. */
export interface NarrowingCondition {
  property: string
  value: string | number | boolean | null
  /** Properties that must be present, with the JSON types that they may have, such as `string[]`; none for any. */
  required: Readonly<Record<string, readonly string[]>>
}

/** True if the property has the value and the required properties are present with their types. Never throws. */
export function narrows(
  value: unknown,
  { property, value: wanted, required }: NarrowingCondition,
): boolean {
  try {
    if (typeof value !== 'object' || value === null) return false
    const object = value as Record<string, unknown>
    const isPresent = (name: string) => Object.hasOwn(object, name) && object[name] !== undefined
    return (
      isPresent(property) &&
      object[property] === wanted &&
      Object.entries(required).every(
        ([name, types]) =>
          isPresent(name) &&
          (types.length === 0 || types.some((type) => hasJsonType(object[name], type))),
      )
    )
  } catch {
    return false
  }
}

function hasJsonType(value: unknown, type: string): boolean {
  if (type.endsWith('[]'))
    return Array.isArray(value) && value.every((item) => hasJsonType(item, type.slice(0, -2)))
  if (type === 'array') return Array.isArray(value)
  if (value === null) return type === 'null'
  return typeof value === type && !Array.isArray(value)
}
