import { describeFindings } from './describe-findings.ts'
import type { Check, Finding } from './finding.ts'
import type { ParseResult } from './issue.ts'

/** A value of unknown origin in, a result out. Never throws; the value is neither copied nor changed. */
export type Parser<T> = (value: unknown) => ParseResult<T>

/** A parser of what `check` accepts. */
export function createParser<T>(check: Check): Parser<T> {
  return (value) => {
    const findings = runCheck(check, value)
    if (findings === null) return { ok: true, value: value as T }
    return { ok: false, issues: describeFindings(findings, value) }
  }
}

/** Tells whether a value of unknown origin is a `T`. Never throws. */
export type Guard<T> = (value: unknown) => value is T

/** A type guard of what `check` accepts. */
export function createGuard<T>(check: Check): Guard<T> {
  return (value): value is T => runCheck(check, value) === null
}

/** Only JSON comes over a wire; what is not JSON at its root is no value of any schema. */
const jsonKinds = ['string', 'number', 'boolean', 'object']

function runCheck(check: Check, value: unknown): Finding[] | null {
  if (!jsonKinds.includes(typeof value))
    return [{ path: '', keyword: 'type', params: { type: 'JSON value' } }]
  try {
    return check(value)
  } catch (error) {
    // The stack ran out (depth, cycles), or a getter or proxy threw.
    return [{ path: '', keyword: error instanceof RangeError ? 'depth' : 'access', params: {} }]
  }
}
