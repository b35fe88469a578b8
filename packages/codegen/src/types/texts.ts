/** Keywords that become the docstring of a type and leave the type itself alone. */
export const TEXTS: readonly string[] = [
  'description',
  'deprecated',
  'default',
  'format',
  'readOnly',
]
