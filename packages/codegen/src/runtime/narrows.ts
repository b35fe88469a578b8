/** What a guard looks at. */
export interface NarrowingCondition {
  property: string
  value: string | number | boolean | null
  /** Properties that must be present. */
  required: readonly string[]
}

/** True if the property has the value and the required properties are present. Never throws. */
export function narrows(
  value: unknown,
  { property, value: wanted, required }: NarrowingCondition,
): boolean {
  try {
    if (typeof value !== 'object' || value === null) return false
    const object = value as Record<string, unknown>
    const isPresent = (name: string) => Object.hasOwn(object, name) && object[name] !== undefined
    return isPresent(property) && object[property] === wanted && required.every(isPresent)
  } catch {
    return false
  }
}
