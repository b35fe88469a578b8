import type { Guard, Parser } from './create-parser.ts'
import { describeFindings } from './describe-findings.ts'
import type { Check, Departure, Finding, ParseResult } from './issue.ts'
import { jsonKinds, notJson, runCheck, toFinding } from './run-check.ts'
import { type AnyShape, findLeftOut, type Reading, readShape } from './shape.ts'

/** A parser that requires only the shape, and lists what `check` would refuse as departures. */
export function createReader<T>(shape: AnyShape, check: Check): Parser<T> {
  return (value) => {
    const reading = runReader(shape, value)
    if (reading.findings) return { ok: false, issues: describeFindings(reading.findings, value) }
    return toResult(reading.value as T, () => departuresOf(shape, check, value))
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

/** Every part that was left out, and at most 100 others. */
function departuresOf(shape: AnyShape, check: Check, value: unknown): Departure[] {
  let findings = runCheck(check, value) ?? []
  if (findings.length >= maxFindings) {
    const leftOut = findLeftOut(shape, value)
    const keyOf = ({ path, keyword }: Finding) => `${keyword} ${path}`
    const known = new Set(leftOut.map(keyOf))
    findings = [...leftOut, ...findings.filter((finding) => !known.has(keyOf(finding)))]
  }
  return describeFindings(findings, value).map((issue) => ({ ...issue, note: 'tolerated' }))
}

/** The most findings that a check returns. */
const maxFindings = 100

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
