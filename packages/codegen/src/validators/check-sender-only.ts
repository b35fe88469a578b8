import { keywordRow } from './keyword-table.ts'
import { typedKeywords } from './opens-strings.ts'
import { isExactPlace } from './strictness.ts'
import type { JsonObject } from './subschemas.ts'
import type { Visit } from './visit.ts'

/** Reports an `x-sender-only` that could not be honoured, or that would make the types of the reader lie. */
export function checkSenderOnly({ schema, path, holders, problem }: Visit): void {
  const mark = schema['x-sender-only']
  if (mark === undefined) return
  if (typeof mark !== 'boolean')
    problem('/x-sender-only', 'x-sender-only is wrong: expected true or false. Write true.')
  if (mark !== true) return
  const exact = path.find((keyword, index) => isExactPlace(keyword, holders[index] as JsonObject))
  if (exact !== undefined) {
    problem(
      '/x-sender-only',
      `x-sender-only cannot be honoured under ${exact}: accepting more there would refuse more outside. Mark a schema outside it.`,
    )
  } else if (path.every((keyword) => typedKeywords.has(keyword)) && hasTypeRules(schema)) {
    problem(
      '/x-sender-only',
      'x-sender-only stands on rules that the TypeScript type is taken from, and would make it untrue for readers. Move them under then or else, or widen them for both.',
    )
  }
}

const typeRules = ['$ref', 'type', 'enum', 'const', 'required', ...typedKeywords]

function hasTypeRules(schema: JsonObject): boolean {
  return typeRules.some((keyword) => keyword in schema && keywordRow(keyword) !== undefined)
}
