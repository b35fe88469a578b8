import type { Guard, Parser } from './create-parser.ts'
import { describeFindings } from './describe-findings.ts'
import type { Check, Departure, ParseResult } from './issue.ts'
import { jsonKinds, notJson, runCheck, toFinding } from './run-check.ts'
import { type AnyShape, type Reading, readShape } from './shape.ts'

/** A parser that requires only the shape, and lists what `check` would refuse as departures. */
export function createReader<T>(shape: AnyShape, check: Check): Parser<T> {
  return (value) => {
    const reading = runReader(shape, value)
    if (reading.findings) return { ok: false, issues: describeFindings(reading.findings, value) }
    return toResult(reading.value as T, () => departuresOf(check, value))
  }
}

/** Departures are computed when they are first read: most callers never do. */
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

/** A type guard that holds if the value has the shape and no part must be left out. */
export function createReadGuard<T>(shape: AnyShape): Guard<T> {
  return (value): value is T => {
    const reading = runReader(shape, value)
    return reading.findings === null && Object.is(reading.value, value)
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
