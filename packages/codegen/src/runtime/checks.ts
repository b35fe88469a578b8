import type { Finding } from './issue.ts'

export * from './address-formats.ts'
export { mergeChoice } from './merge-choice.ts'

/** The length of a text in Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length - 1; index += 1) {
    const isHigh = (text.charCodeAt(index) & 0xfc00) === 0xd800
    if (!isHigh || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue
    length -= 1
    index += 1
  }
  return length
}

/** True for an own property, not one of the prototype. */
export function has(object: object, name: string): boolean {
  return Object.hasOwn(object, name)
}

/** Equality of JSON values: numbers by value, objects whatever the order of their properties. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => deepEqual(item, b[index]))
    )
  }
  const names = presentNames(a)
  return (
    names.length === presentNames(b).length &&
    names.every((name) => has(b, name) && deepEqual(valueAt(a, name), valueAt(b, name)))
  )
}

/** True when the value equals one of the others. */
export function isOneOf(value: unknown, others: readonly unknown[]): boolean {
  return others.some((other) => deepEqual(value, other))
}

/** A property that is undefined is absent: JSON cannot write it. */
function presentNames(object: object): string[] {
  return Object.keys(object).filter((name) => valueAt(object, name) !== undefined)
}

function valueAt(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name]
}

/** Index pairs of two equal items, the later one first; null when all differ. Linear in the size of the items. */
export function findDuplicate(items: readonly unknown[]): [number, number] | null {
  const seen = new Map<unknown, number>()
  for (let index = 0; index < items.length; index += 1) {
    const key = keyOf(items[index])
    const earlier = seen.get(key)
    if (earlier !== undefined) return [index, earlier]
    seen.set(key, index)
  }
  return null
}

/** Scalars stand for themselves, composed values for a text that equal values share and others do not. */
function keyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? `{${textOf(value)}`
    : typeof value === 'string'
      ? `"${value}`
      : value
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)}`
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join()}}`
}

/** Enough to correct a value; a limit on the memory that hostile input can use. */
const maxFindings = 100

/** The list with one finding more, up to the bound. */
export function addFinding(
  list: Finding[] | null,
  path: string,
  keyword: string,
  params: Finding['params'],
  propertyName?: string,
): Finding[] {
  const findings = list ?? []
  if (findings.length >= maxFindings) return findings
  findings.push(
    propertyName === undefined
      ? { path, keyword, params }
      : { path, keyword, params, propertyName },
  )
  return findings
}

/** Both lists as one, up to the bound. Reuses the other list if this one is null. */
export function addAll(list: Finding[] | null, others: Finding[]): Finding[] {
  if (list === null) return others
  for (const finding of others) {
    if (list.length >= maxFindings) break
    list.push(finding)
  }
  return list
}

/** Adds the finding of a wrong property name, unless that name has already been reported. */
export function mergeName(merged: Finding[], finding: Finding): void {
  const isTold = merged.some(
    ({ path, propertyName }) =>
      path === finding.path && propertyName === finding.params.propertyName,
  )
  if (!isTold) merged.push(finding)
}

/** The list cut to its first `count` findings, after a branch that may fail has failed. */
export function keepFindings(list: Finding[] | null, count: number): Finding[] | null {
  if (list === null || count === 0) return null
  if (list.length > count) list.length = count
  return list
}

/** A day that the calendar has: `2026-02-28`. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

/** A time of day with its offset: `23:59:59.999Z`. A leap second is one where UTC has 23:59:60. */
export function isTime(text: string): boolean {
  return isTimeOfDay(text, { needsOffset: true })
}

/** A time of day, with or without an offset. */
export function isIsoTime(text: string): boolean {
  return isTimeOfDay(text, { needsOffset: false })
}

/** A day and a time with offset, separated by `T`, `t` or one white space. */
export function isDateTime(text: string): boolean {
  return usualDateTime.test(text) || isTime(timeOfDay(text))
}

/** Most of them, in one step. Those on 29 February are left to the calendar. */
const usualDateTime =
  /^\d{4}-(?!02-(?:29|3)|(?:0[469]|11)-31)(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** A day and a time, with or without an offset. */
export function isIsoDateTime(text: string): boolean {
  return isIsoTime(timeOfDay(text))
}

/** The text after the day; empty if there is no such day. */
function timeOfDay(text: string): string {
  return isDate(text.slice(0, 10)) && /^[Tt\s]$/.test(text.slice(10, 11)) ? text.slice(11) : ''
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const timeParts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?([Zz]|([+-])(\d\d)(?::?(\d\d))?)?$/

function isTimeOfDay(text: string, { needsOffset }: { needsOffset: boolean }): boolean {
  const parts = timeParts.exec(text)
  if (parts === null) return false
  const [, hour, minute, second, offset, sign, offsetHour = '0', offsetMinute = '0'] = parts
  if (needsOffset && offset === undefined) return false
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false
  if (Number(hour) > 23 || Number(minute) > 59) return false
  if (Number(second) < 60) return true
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute))
  const utcMinute = Number(hour) * 60 + Number(minute) - offsetMinutes
  return Number(second) === 60 && (utcMinute + 2880) % 1440 === 1439
}

/** Standard base64 with padding, on one line. */
export function isByte(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
}

/** A regular expression of ECMAScript, which has no `\Z`. */
export function isRegex(text: string): boolean {
  if (/[^\\]\\Z/.test(text)) return false
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

/** A whole number that 32 bits with a sign hold. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
}

/** A whole number that 64 bits with a sign hold; beyond 2^53 JavaScript has already rounded it. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63
}

/** True when the number is a whole multiple of the divisor, both taken as the decimals that JSON writes. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0
  if (!Number.isFinite(value)) return false
  const [digits, exponent] = toDecimal(value)
  const [divisorDigits, divisorExponent] = toDecimal(divisor)
  const shift = exponent - divisorExponent
  const scaled = digits * 10n ** BigInt(Math.max(shift, 0))
  return scaled % (divisorDigits * 10n ** BigInt(Math.max(-shift, 0))) === 0n
}

/** The number as digits times a power of ten. */
function toDecimal(value: number): [bigint, number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
