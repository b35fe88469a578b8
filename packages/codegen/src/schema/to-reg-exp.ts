/**
 * The regular expression of a schema: with the `u` flag as JSON Schema wants it, without where it is
 * valid only so (`\-` outside a class, for one); undefined if it is not valid in ECMAScript.
 */
export function toRegExp(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // The next flags may take it.
    }
  }
  return undefined
}
