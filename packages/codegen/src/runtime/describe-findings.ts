import type { Finding, Issue } from './issue.ts'

const maxPathLength = 1000

/** The findings in words, each with the pointer of what is wrong. At least one issue. */
export function describeFindings(findings: readonly Finding[], value: unknown): Issue[] {
  return mergeAlternatives(findings).map((finding) => {
    const path = pathOf(finding)
    return {
      path: path.length > maxPathLength ? `${path.slice(0, maxPathLength - 1)}…` : path,
      message: describe(finding, value, path),
      keyword: finding.propertyName === undefined ? finding.keyword : 'propertyNames',
    }
  })
}

const paramsOfNames = [
  'missingProperty',
  'additionalProperty',
  'unevaluatedProperty',
  'propertyName',
]

/** The pointer of what is wrong, which for rules on presence is a property of the value they apply to. */
function pathOf({ path, params, propertyName }: Finding): string {
  const named =
    propertyName ?? paramsOfNames.map((name) => params[name]).find((name) => name !== undefined)
  if (named === undefined) return path
  return `${path}/${String(named).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/**
 * The findings without those that repeat others. A failed choice (`anyOf`, `oneOf`) merges the failures
 * of its branches on the value itself; a wrong type hides what follows from it; a wrong name is reported
 * once; `then` and `else` report for `if`.
 */
function mergeAlternatives(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = []
  for (const finding of findings) {
    if (isUndecided(finding)) merged.push(...mergeBranches(finding, takeTail(merged, finding.path)))
    else if (finding.keyword !== 'propertyNames' || !isNameTold(merged, finding))
      merged.push(finding)
  }
  const told = merged.filter((finding) => finding.keyword !== 'if' && !isEcho(finding, merged))
  return told.length > 0 ? told : merged
}

/** A choice of which no branch passed. */
function isUndecided({ keyword, params }: Finding): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null)
}

/** Removes the last findings on the value and inside it: they are those of the branches. */
function takeTail(merged: Finding[], path: string): Finding[] {
  let start = merged.length
  while (start > 0 && isInside(merged[start - 1]?.path, path)) start -= 1
  return merged.splice(start)
}

function isInside(path: string | undefined, outer: string): boolean {
  return path === outer || path?.startsWith(`${outer}/`) === true
}

function mergeBranches(choice: Finding, branches: Finding[]): Finding[] {
  const flat = branches.filter((finding) => isOnValue(finding, choice.path))
  if (flat.length < branches.length)
    return [
      ...branches.filter(({ keyword, path }) => keyword !== 'type' || path !== choice.path),
      choice,
    ]
  const [first] = flat
  if (first === undefined) return [choice]
  if (!flat.every(({ keyword }) => keyword === 'type'))
    return [{ ...choice, params: { ...choice.params, branches: flat } }]
  return [{ ...first, params: { type: [...new Set(flat.flatMap(({ params }) => params.type))] } }]
}

/** On the value as a whole, not on a property or the name of one. */
function isOnValue({ path, params, propertyName }: Finding, outer: string): boolean {
  const isOnProperty =
    'missingProperty' in params || 'additionalProperty' in params || 'unevaluatedProperty' in params
  return path === outer && propertyName === undefined && !isOnProperty
}

function isNameTold(merged: readonly Finding[], { path, params }: Finding): boolean {
  return merged.some(
    (finding) => finding.path === path && finding.propertyName === params.propertyName,
  )
}

/** A value of a wrong type is in no list of values either. */
function isEcho({ keyword, path }: Finding, all: readonly Finding[]): boolean {
  return (
    (keyword === 'enum' || keyword === 'const') &&
    all.some((other) => other.keyword === 'type' && other.path === path)
  )
}

function describe(finding: Finding, value: unknown, path: string): string {
  const sentence = finding.propertyName === undefined && sentences[finding.keyword]
  if (sentence) return sentence(finding.params)
  return `expected ${describeExpected(finding)}, received ${describeReceived(value, { path, finding })}`
}

/** Rules whose broken value need not be described, as the predicate of its path. */
const sentences: Record<string, (params: Params) => string> = {
  required: () => 'is required, but missing',
  dependentRequired: ({ property }) =>
    `is required together with ${JSON.stringify(property)}, but missing`,
  additionalProperties: () => 'is not a known property',
  unevaluatedProperties: () => 'is not a known property',
  'false schema': () => 'is not allowed here',
  uniqueItems: ({ i, j }) => `must not contain an item twice, but items ${i} and ${j} are equal`,
}

/** What a rule expects, as the object of "expected". Names the schema only, never the value. */
function describeExpected({ keyword, params, propertyName }: Finding): string {
  const expected = expectations[keyword]?.(params) ?? String(params.expected)
  return propertyName === undefined ? expected : `a property name that is ${expected}`
}

type Params = Finding['params']

/** The texts of the other rules are generated into their code, as `expected`. */
const expectations: Record<string, (params: Params) => string> = {
  type: ({ type }) => orList([type].flat().map((name) => typeNames[String(name)] ?? `a ${name}`)),
  minItems: ({ limit }) => `at least ${countOf(limit, 'item')}`,
  unevaluatedItems: ({ limit }) => `at most ${countOf(limit, 'item')}`,
  uniqueItems: () => 'items that differ',
  propertyNames: () => 'a different property name',
  'false schema': () => 'nothing',
  anyOf: ({ branches }) => alternatives(branches as Finding[] | undefined),
  oneOf: ({ passingSchemas, branches }) =>
    passingSchemas
      ? 'a value that fits exactly one of the alternatives'
      : alternatives(branches as Finding[] | undefined),
  depth: () => 'a value without cycles and with less nesting',
  access: () => 'a value whose properties can be read',
}

const typeNames: Record<string, string> = {
  array: 'an array',
  integer: 'an integer',
  null: 'null',
  object: 'an object',
}

function alternatives(branches: Finding[] | undefined): string {
  if (branches === undefined) return 'a value that fits one of the alternatives'
  return orList([...new Set(branches.map(describeExpected))])
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
  if (finding.keyword === 'depth') return 'one that is cyclic or nested too deeply'
  if (finding.keyword === 'access') return 'one that cannot be read'
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
