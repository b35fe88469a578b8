/** The kinds of value that keywords take. */
export const valueKinds = {
  schema: { expected: 'a schema: an object, true or false', holds: isSchema },
  schemas: {
    expected: 'a list of at least one schema',
    holds: (value: unknown) => isList(value, isSchema) && value.length > 0,
  },
  schemasByName: {
    expected: 'an object of schemas',
    holds: (value: unknown) => isMap(value, isSchema),
  },
  schemasByPattern: {
    expected: 'an object of schemas by regular expression',
    holds: (value: unknown) => isMap(value, isSchema),
  },
  names: { expected: 'a list of property names', holds: isNames },
  namesByName: {
    expected: 'an object of lists of property names',
    holds: (value: unknown) => isMap(value, isNames),
  },
  types: {
    expected: 'array, boolean, integer, null, number, object or string, or a list of them',
    holds: isTypes,
  },
  list: { expected: 'a list', holds: (value: unknown) => Array.isArray(value) },
  text: { expected: 'a string', holds: isText },
  pattern: { expected: 'a regular expression', holds: isText },
  flag: { expected: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
  number: { expected: 'a number', holds: isNumber },
  positive: {
    expected: 'a number above 0',
    holds: (value: unknown) => isNumber(value) && value > 0,
  },
  count: {
    expected: 'a whole number of at least 0',
    holds: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  anything: { expected: 'any value', holds: () => true },
} as const

export type ValueKind = keyof typeof valueKinds

/** The types that JSON Schema knows. */
const jsonTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function isMap(value: unknown, holds: (member: unknown) => boolean): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(holds)
  )
}

function isList(value: unknown, holds: (member: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(holds)
}

function isSchema(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
}

function isNames(value: unknown): boolean {
  return isList(value, isText)
}

function isTypes(value: unknown): boolean {
  const types = Array.isArray(value) ? value : [value]
  return types.length > 0 && types.every((type) => jsonTypes.includes(type as string))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
