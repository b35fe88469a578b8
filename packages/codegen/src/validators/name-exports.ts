import type { NamedSchema } from '../model.ts'

/** The exports that belong to one form of a schema. */
export interface ExportNames {
  parse: string
  is: string
  schema: string
}

/** The exports of one schema, for its reader and for its writer. */
export interface SchemaExports {
  received: ExportNames
  sent: ExportNames
}

/**
 * The names of the exports of each schema. The reader's names are plain, but those of a message payload
 * say `Received`. Where the names of two schemas meet, the plain one stays and the other gets `_`.
 */
export function nameExports(schemas: readonly NamedSchema[]): Map<string, SchemaExports> {
  const taken = new Set([
    'requestParsers',
    'responseParsers',
    'messageParsers',
    'check',
    'shape',
    'createGuard',
    'createParser',
    'createReader',
    'createReadGuard',
    'createStandardSchema',
  ])
  const claim = (name: string): string => {
    const free = taken.has(name) ? claim(`${name}_`) : name
    taken.add(free)
    return free
  }
  const claimAll = (name: string): ExportNames => ({
    parse: claim(`parse${name}`),
    is: claim(`is${name}`),
    schema: claim(`${lowerFirst(name)}Schema`),
  })
  const plain = new Map(
    schemas
      .filter(({ isMessagePayload }) => !isMessagePayload)
      .map(({ name }) => [name, claimAll(name)]),
  )
  return new Map(
    schemas.map(({ name }) => [
      name,
      { received: plain.get(name) ?? claimAll(`${name}Received`), sent: claimAll(`${name}Sent`) },
    ]),
  )
}

/** `CountryList` → `countryList`, `URLList` → `urlList`. */
function lowerFirst(name: string): string {
  return name.replace(/^(?:\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{Lu})/u, (start) =>
    start.toLowerCase(),
  )
}
