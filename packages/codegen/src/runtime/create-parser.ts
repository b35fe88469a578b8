import { describeFindings } from './describe-findings.ts'
import type { Check, Departure, Finding, ParseResult } from './issue.ts'
import { type AnyShape, type Reading, readShape } from './shape.ts'

/** A value of unknown origin in, a result out. Never throws; the value is never changed. */
export type Parser<T> = (value: unknown) => ParseResult<T>

/** A parser of what `check` accepts. */
export function createParser<T>(check: Check): Parser<T> {
  return (value) => {
    const findings = runCheck(check, value)
    if (findings === null) return { ok: true, value: value as T, departures: [] }
    return { ok: false, issues: describeFindings(findings, value) }
  }
}

/** A parser that refuses only what has not the shape, and tells what `check` would refuse as departures. */
export function createReader<T>(shape: AnyShape, check: Check): Parser<T> {
  return (value) => {
    const reading = runReader(shape, value)
    if (reading.findings) return { ok: false, issues: describeFindings(reading.findings, value) }
    return toResult(reading.value as T, () => departuresOf(check, value))
  }
}

/** Most readers never ask, so departures are looked for when they are read. */
function toResult<T>(value: T, find: () => Departure[]): ParseResult<T> {
  let known: Departure[] | undefined
  return {
    ok: true,
    value,
    get departures() {
      known ??= find()
      return known
    },
  }
}

function departuresOf(check: Check, value: unknown): Departure[] {
  const findings = runCheck(check, value)
  if (findings === null) return []
  return describeFindings(findings, value).map((issue) => ({ ...issue, note: 'tolerated' }))
}

/** Tells whether a value of unknown origin is a `T`. Never throws. */
export type Guard<T> = (value: unknown) => value is T

/** A type guard of what `check` accepts. */
export function createGuard<T>(check: Check): Guard<T> {
  return (value): value is T => runCheck(check, value) === null
}

/** A type guard of what has the shape as it is, with nothing to leave out. */
export function createReadGuard<T>(shape: AnyShape): Guard<T> {
  return (value): value is T => {
    const reading = runReader(shape, value)
    return reading.findings === null && Object.is(reading.value, value)
  }
}

/** Only JSON comes over a wire; what is not JSON at its root is no value of any schema. */
const jsonKinds = ['string', 'number', 'boolean', 'object']
const notJson: Finding = { path: '', keyword: 'type', params: { type: 'JSON value' } }

function runCheck(check: Check, value: unknown): Finding[] | null {
  if (!jsonKinds.includes(typeof value)) return [notJson]
  try {
    return check(value)
  } catch (error) {
    return [toFinding(error)]
  }
}

function runReader(shape: AnyShape, value: unknown): Reading {
  if (!jsonKinds.includes(typeof value)) return { value, findings: [notJson] }
  try {
    return readShape(shape, value)
  } catch (error) {
    return { value, findings: [toFinding(error)] }
  }
}

/** The stack ran out (depth, cycles), or a getter or proxy threw. */
function toFinding(error: unknown): Finding {
  return { path: '', keyword: error instanceof RangeError ? 'depth' : 'access', params: {} }
}
