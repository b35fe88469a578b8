import type { Finding, Issue } from './issue.ts'

const maxPathLength = 1000

/** The findings in words, each with the pointer of what is wrong. At least one issue. */
export function describeFindings(findings: readonly Finding[], value: unknown): Issue[] {
  return mergeFindings(findings).map((finding) => {
    const path = pathOf(finding)
    return {
      path: path.length > maxPathLength ? `${path.slice(0, maxPathLength - 1)}…` : path,
      message: describe(finding, value, path),
      keyword: finding.propertyName === undefined ? finding.keyword : 'propertyNames',
    }
  })
}

/** The pointer of what is wrong, which for rules on presence is a property of the value they apply to. */
function pathOf({ path, params, propertyName }: Finding): string {
  const named = propertyName ?? params.property ?? params.propertyName
  if (named === undefined) return path
  return `${path}/${String(named).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The findings without those that repeat others: `then` and `else` report for `if`. */
function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = []
  for (const finding of findings) {
    if (finding.params.merge) finding.params.merge(merged, finding)
    else merged.push(finding)
  }
  const told = merged.filter((finding) => finding.keyword !== 'if' && !isEcho(finding, merged))
  return told.length > 0 ? told : merged
}

/** A value of a wrong type is in no list of values either. */
function isEcho({ keyword, path }: Finding, all: readonly Finding[]): boolean {
  return (
    (keyword === 'enum' || keyword === 'const') &&
    all.some((other) => other.keyword === 'type' && other.path === path)
  )
}

function describe(finding: Finding, value: unknown, path: string): string {
  const { keyword, params, propertyName } = finding
  const says = params.says ?? sentences[keyword]
  if (says !== undefined && propertyName === undefined) return String(says)
  return `expected ${describeExpected(finding)}, received ${describeReceived(value, { path, finding })}`
}

/** The messages of rules that need no description of the value, by keyword. */
const sentences: Record<string, string> = {
  required: 'is required, but missing',
  additionalProperties: 'is not a known property',
  depth:
    'expected a value without cycles and with less nesting, received one that is cyclic or nested too deeply',
  access: 'expected a value whose properties can be read, received one that cannot be read',
}

/** What a rule expects, as the object of "expected". Names the schema only, never the value. */
function describeExpected({ params, propertyName }: Finding): string {
  const { type, branches, expected } = params
  const kinds = [type ?? []].flat().map((name) => typeNames[String(name)] ?? `a ${name}`)
  const choices = (branches as Finding[] | undefined)?.map(describeExpected) ?? kinds
  const text = choices.length > 0 ? orList([...new Set(choices)]) : String(expected)
  return propertyName === undefined ? text : `a property name that is ${text}`
}

const typeNames: Record<string, string> = {
  array: 'an array',
  integer: 'an integer',
  null: 'null',
  object: 'an object',
}

/** `a, b or c`. */
export function orList(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('')
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

/** The value at the path, as the object of "received": its kind or length, never the value. */
function describeReceived(
  value: unknown,
  { path, finding }: { path: string; finding: Finding },
): string {
  const name = finding.propertyName ?? finding.params.propertyName
  if (typeof name === 'string') return `a name of ${countOf(name.length, 'character')}`
  try {
    return describeKind(valueAt(value, path), finding.keyword)
  } catch {
    return 'one that cannot be read'
  }
}

function describeKind(value: unknown, keyword: string): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `a string of ${countOf(lengthOf(value), 'character')}`
  if (Array.isArray(value)) return `an array of ${countOf(value.length, 'item')}`
  if (typeof value === 'number') return describeNumber(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  return countsProperties.includes(keyword)
    ? `an object of ${countOf(Object.keys(value).length, 'property')}`
    : 'an object'
}

/** In code points, as the rules count. For a long string UTF-16 units are close enough. */
function lengthOf(text: string): number {
  return text.length > 1000 ? text.length : Array.from(text).length
}

const countsProperties = ['minProperties', 'maxProperties']

function describeNumber(value: number): string {
  if (!Number.isFinite(value)) return 'a number that JSON cannot write'
  return Number.isInteger(value) ? 'an integer' : 'a number'
}

function valueAt(value: unknown, pointer: string): unknown {
  let current = value
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

/** `1 item`, `2 items`, `3 properties`. */
export function countOf(count: unknown, noun: string): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}
