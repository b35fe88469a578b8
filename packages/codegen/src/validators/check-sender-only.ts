import { keywordRow } from '../schema/keyword-table.ts'
import { typedKeywords } from '../schema/opens-values.ts'
import type { JsonObject } from '../schema/subschemas.ts'
import type { Visit } from './visit.ts'

/** Reports an `x-sender-only` that says nothing, or that would make the types of the reader lie. */
export function checkSenderOnly({ schema, path, problem }: Visit): void {
  const mark = schema['x-sender-only']
  if (mark === undefined) return
  if (typeof mark !== 'boolean')
    problem('/x-sender-only', 'x-sender-only is wrong: expected true or false. Write true.')
  if (mark !== true || path.at(-1) === 'properties') return
  if (path.every((keyword) => typedKeywords.has(keyword)) && hasTypeRules(schema)) {
    problem(
      '/x-sender-only',
      'x-sender-only stands on rules that the TypeScript type is taken from, and would make it untrue for readers. Mark a property, or move the rules under then or else.',
    )
  }
}

const typeRules = ['$ref', 'type', 'enum', 'const', 'required', ...typedKeywords]

function hasTypeRules(schema: JsonObject): boolean {
  return typeRules.some((keyword) => keyword in schema && keywordRow(keyword) !== undefined)
}
