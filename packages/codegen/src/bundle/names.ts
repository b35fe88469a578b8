/** `country-list` → `CountryList`, `2fa` → `Schema2fa`. Letters of any script are kept; other characters separate words. */
export function toPascalCase(text: string): string {
  const name = capitalizeWords(text)
  return /^\p{L}/u.test(name) ? name : `Schema${name}`
}

/** `submission.updated` → `submissionUpdated`. */
export function toCamelCase(text: string): string {
  const name = toPascalCase(text)
  return name[0]?.toLowerCase() + name.slice(1)
}

/** The name of a schema from its file: `schemas/country-list.yaml` → `CountryList`. */
export function nameOfFile(file: string): string {
  const base = file.slice(file.lastIndexOf('/') + 1)
  return toPascalCase(base.replace(/(\.(schema|json|ya?ml))+$/, ''))
}

const STRUCTURAL = new Set([
  'properties',
  'schema',
  'content',
  'paths',
  'components',
  'schemas',
  'responses',
  'headers',
  '$defs',
  'definitions',
  'channels',
  'messages',
])

/** A name for a node without a name, from its place: `/components/schemas/A/properties/b` → `AB`. */
export function nameOfPointer(file: string, segments: readonly string[]): string {
  const [first, , name, ...rest] = segments
  if (first === 'components' && name !== undefined)
    return toPascalCase([name, ...meaningful(rest)].join(' '))
  return toPascalCase([nameOfFile(file), ...meaningful(segments)].join(' '))
}

/** The meaningful segments, including the last one in any case. */
function meaningful(segments: readonly string[]): string[] {
  return segments
    .filter((segment, index) => !STRUCTURAL.has(segment) || index === segments.length - 1)
    .map((segment) => (segment === 'items' ? 'item' : segment))
}

function capitalizeWords(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}
