/** Whether a key of a path is a keyword: `properties/if` is a field of that name. */
export function isKeyword(keys: readonly string[], index: number): boolean {
  const parent = keys[index - 1] ?? ''
  const isMap = /^(properties|patternProperties|dependentSchemas|\$defs|definitions)$/.test(parent)
  return !isMap || !isKeyword(keys, index - 1)
}
