import { describeFindings } from './describe-findings.ts'
import type { Check, ParseResult } from './issue.ts'
import { runCheck } from './run-check.ts'

/** A value of unknown origin in, a result out. Never throws; the value is never changed. */
export type Parser<T> = (value: unknown) => ParseResult<T>

/** The value, if `check` accepts it. */
export function parseValue<T>(check: Check, value: unknown): ParseResult<T> {
  const findings = runCheck(check, value)
  if (findings === null) return { ok: true, value: value as T, departures: [] }
  return { ok: false, issues: describeFindings(findings, value) }
}

/** Tells whether a value of unknown origin is a `T`. Never throws. */
export type Guard<T> = (value: unknown) => value is T

/** Whether `check` accepts the value. */
export const passes = (check: Check, value: unknown): boolean => runCheck(check, value) === null
