import { isObject, kindOf } from '../json.ts'
import { escapeSegment } from '../load/json-pointer.ts'
import { isUncheckedFormat } from './formats.ts'
import { keywordRow, keywordTable, valueKinds } from './keyword-table.ts'
import { toRegExp } from './to-reg-exp.ts'
import { idleKeywords } from './to-sent.ts'

/** One schema object with what the checks of it need to know. */
export interface Visit {
  schema: Record<string, unknown>
  /** The keywords on the way from the named schema to this one. */
  path: readonly string[]
  names: ReadonlySet<string>
  /** True where a validator is emitted for it. */
  isEmitted: boolean
  problem: (pointer: string, message: string) => void
  notice: (pointer: string, message: string) => void
}

/**
 * Reports each keyword of one schema object that is unknown or has a value of the wrong kind. If a
 * validator is emitted, also reports each keyword that it cannot carry, or carries in part.
 */
export function checkKeywords(visit: Visit): void {
  const { schema, isEmitted, notice } = visit
  for (const [keyword, value] of Object.entries(schema)) checkKeyword(keyword, value, visit)
  // In OpenAPI it may also mean inheritance: the schemas that name this one in their allOf.
  if ('discriminator' in schema && !('oneOf' in schema || 'anyOf' in schema))
    notice(
      '/discriminator',
      'discriminator without oneOf or anyOf has no effect: values are not checked against the schemas that inherit from this one. List them in a oneOf.',
    )
  for (const keyword of isEmitted ? idleKeywords(schema) : [])
    notice(`/${keyword}`, `${keyword} has no effect here. Add ${partners[keyword]}, or remove it.`)
}

const partners: Record<string, string> = {
  then: 'if',
  else: 'if',
  minContains: 'contains',
  maxContains: 'contains',
}

function checkKeyword(keyword: string, value: unknown, visit: Visit): void {
  const pointer = `/${escapeSegment(keyword)}`
  const row = keywordRow(keyword)
  if (row === undefined) visit.problem(pointer, describeUnknown(keyword))
  if (row?.fate === 'error' && visit.isEmitted) {
    const message = `${keyword} cannot be carried into validators. ${row.how} ${row.instead}`
    visit.problem(pointer, message)
  }
  if (row?.fate !== 'carried') return
  const { expected, holds } = valueKinds[row.value]
  if (!holds(value)) visit.problem(pointer, `${keyword} must be ${expected}, not ${kindOf(value)}.`)
  else if (visit.isEmitted) checkValue(keyword, value, visit)
}

function describeUnknown(keyword: string): string {
  const nearest = nearestName(keyword, Object.keys(keywordTable))
  const instead =
    nearest === undefined
      ? `Write x-${keyword} to keep it as an extension, or leave it out.`
      : `Did you mean ${nearest}?`
  return `${keyword} is not a keyword of JSON Schema 2020-12 or OpenAPI 3.1 and would be dropped. ${instead}`
}

function checkValue(keyword: string, value: unknown, visit: Visit): void {
  const { names, problem, notice } = visit
  const pointer = `/${escapeSegment(keyword)}`
  const text = typeof value === 'string' ? value : ''
  const prefix = '#/components/schemas/'
  if (keyword === '$ref' && !(text.startsWith(prefix) && names.has(text.slice(prefix.length))))
    problem(
      pointer,
      `the $ref '${text}' does not name a schema of the contract. Write '${prefix}' and a name.`,
    )
  if (keyword === 'pattern') checkPattern(text, pointer, visit)
  if (keyword === 'format' && isUncheckedFormat(text))
    notice(
      pointer,
      `format ${text} is not checked: no check for it is known. Add a pattern, or treat it as a hint.`,
    )
  if (!isObject(value) || keyword === 'const') return
  for (const key of Object.keys(value)) {
    const inner = `${pointer}/${escapeSegment(key)}`
    if (keyword === 'patternProperties') checkPattern(key, inner, visit)
    if (key === '__proto__' && keyword !== 'properties')
      problem(
        inner,
        '__proto__ cannot be carried here: Ajv skips it. Describe it under properties alone.',
      )
  }
}

function checkPattern(pattern: string, pointer: string, { problem, notice }: Visit): void {
  const expression = toRegExp(pattern)
  if (expression === undefined)
    problem(
      pointer,
      'the pattern is not an ECMAScript regular expression. Remove the syntax of other languages.',
    )
  else if (!expression.unicode)
    notice(
      pointer,
      'the pattern is valid only without the u flag, and is checked so. Escape only what needs it.',
    )
}

/** The most likely meaning of a misspelt name; undefined if none is close. Case is ignored. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3))
  const distances = names
    .toSorted()
    .map((candidate) => ({
      candidate,
      distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
    }))
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= limit ? nearest.candidate : undefined
}

/** How many letters to add, drop or replace, or neighbours to swap, to get from one to the other. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
