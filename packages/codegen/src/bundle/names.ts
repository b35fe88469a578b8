/** `country-list` → `CountryList`, `2fa` → `Schema2fa`. Letters of any script are kept; other characters separate words. */
export function toPascalCase(text: string): string {
  const name = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(capitalize).join('')
  return /^\p{L}/u.test(name) ? name : `Schema${name}`
}

/** The name, with a number if it is taken, and takes it. */
export function takeName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let number = 2; taken.has(name); number += 1) name = `${wish}${number}`
  taken.add(name)
  return name
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

const structural =
  /^(properties|schemas?|content|paths|components|responses|headers|\$defs|definitions|channels|messages)$/

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
    .filter((segment, index) => !structural.test(segment) || index === segments.length - 1)
    .map((segment) => (segment === 'items' ? 'item' : segment))
}

/** With the first letter in upper case: of a status `200`, `4XX`, `Default`. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
