import { describeFindings } from './describe-findings.ts'
import type { Check, ParseResult } from './issue.ts'
import { runCheck } from './run-check.ts'

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

/** Tells whether a value of unknown origin is a `T`. Never throws. */
export type Guard<T> = (value: unknown) => value is T

/** A type guard of what `check` accepts. */
export function createGuard<T>(check: Check): Guard<T> {
  return (value): value is T => runCheck(check, value) === null
}
