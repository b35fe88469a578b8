import { isObject } from '../bundle/node.ts'
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
  for (const [keyword, value] of Object.entries(visit.schema)) checkKeyword(keyword, value, visit)
  checkDiscriminator(visit)
  if (!visit.isEmitted) return
  for (const keyword of idleKeywords(visit.schema)) {
    visit.notice(
      `/${keyword}`,
      `${keyword} has no effect here. Add ${partners[keyword]}, or remove it.`,
    )
  }
}

/** In OpenAPI it may also mean inheritance: the schemas that name this one in their allOf. */
function checkDiscriminator({ schema, notice }: Visit): void {
  if (!('discriminator' in schema) || 'oneOf' in schema || 'anyOf' in schema) return
  notice(
    '/discriminator',
    'discriminator without oneOf or anyOf has no effect: values are not checked against the schemas that inherit from this one. List them in a oneOf.',
  )
}

const partners: Record<string, string> = {
  then: 'if',
  else: 'if',
  minContains: 'contains',
  maxContains: 'contains',
  contains: 'minContains above 0',
}

function checkKeyword(keyword: string, value: unknown, visit: Visit): void {
  const pointer = `/${escapeSegment(keyword)}`
  const row = keywordRow(keyword)
  if (row === undefined) visit.problem(pointer, describeUnknown(keyword))
  else if (row.fate === 'error') {
    if (visit.isEmitted)
      visit.problem(
        pointer,
        `${keyword} cannot be carried into validators. ${row.how} ${row.instead}`,
      )
  } else if (row.fate === 'carried') {
    const { expected, holds } = valueKinds[row.value]
    if (holds(value)) {
      if (visit.isEmitted) checkValue(keyword, value, visit)
    } else visit.problem(pointer, `${keyword} must be ${expected}, not ${kindOf(value)}.`)
  }
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
  const pointer = `/${escapeSegment(keyword)}`
  if (keyword === '$ref') checkRef(value as string, visit)
  if (keyword === 'pattern') checkPattern(value as string, { pointer, visit })
  if (keyword === 'format' && isUncheckedFormat(value as string)) {
    visit.notice(
      pointer,
      `format ${value} is not checked: no check for it is known. Add a pattern, or treat it as a hint.`,
    )
  }
  if (!isObject(value) || keyword === 'const') return
  for (const key of Object.keys(value)) {
    const inner = `${pointer}/${escapeSegment(key)}`
    if (keyword === 'patternProperties') checkPattern(key, { pointer: inner, visit })
    if (key === '__proto__')
      visit.problem(
        inner,
        'a property named __proto__ cannot be carried into validators: reading it reads the prototype. Rename it.',
      )
  }
}

function checkRef(ref: string, { names, problem }: Visit): void {
  const prefix = '#/components/schemas/'
  if (ref.startsWith(prefix) && names.has(ref.slice(prefix.length))) return
  problem(
    '/$ref',
    `the $ref '${ref}' does not name a schema of the contract. Write '${prefix}' and a name.`,
  )
}

function checkPattern(
  pattern: string,
  { pointer, visit }: { pointer: string; visit: Visit },
): void {
  const expression = toRegExp(pattern)
  if (expression === undefined)
    visit.problem(
      pointer,
      'the pattern is not an ECMAScript regular expression. Remove the syntax of other languages.',
    )
  else if (!expression.unicode)
    visit.notice(
      pointer,
      'the pattern is valid only without the u flag, and is checked so. Escape only what needs it.',
    )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The most likely meaning of a misspelt name; undefined if none is close. Case is ignored. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3))
  const distances = names.map((candidate) => ({
    candidate,
    distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
  }))
  const near = distances.filter(({ distance }) => distance <= limit)
  return near.toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))[0]
    ?.candidate
}

/** How many letters to add, drop or replace, or neighbours to swap, to get from one to the other. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] ?? []
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min(replaced, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
