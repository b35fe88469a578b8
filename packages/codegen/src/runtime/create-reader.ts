import { describeFindings } from './describe-findings.ts'
import type { Check, Departure, Finding, ParseResult } from './issue.ts'
import { jsonKinds, notJson, runCheck, toFinding } from './run-check.ts'
import { type AnyShape, findLeftOut, type Reading, readShape } from './shape.ts'

/** What can be used of the value, if it has the shape. What `check` would refuse is listed as departures. */
export function readValue<T>(shape: AnyShape, check: Check, value: unknown): ParseResult<T> {
  const reading = runReader(shape, value)
  if (reading.findings) return { ok: false, issues: describeFindings(reading.findings, value) }
  return new Read(reading.value as T, () => departuresOf(shape, check, value))
}

/** A value that was read. Its departures are computed when they are first read: most callers never do. */
class Read<T> {
  readonly ok = true
  readonly value: T
  declare readonly departures: readonly Departure[]
  readonly #find: () => Departure[]
  #known: Departure[] | undefined

  constructor(value: T, find: () => Departure[]) {
    this.value = value
    this.#find = find
    Object.defineProperty(this, 'departures', Read.#departures)
  }

  /** One getter for all: a new one each time takes longer than most values take to read. */
  static readonly #departures = {
    configurable: true,
    enumerable: true,
    get(this: Read<unknown>) {
      this.#known ??= this.#find()
      return this.#known
    },
  }
}

/** What the sender should not have sent: the parts that were left out, at most 1,000, and at most 100 others. */
function departuresOf(shape: AnyShape, check: Check, value: unknown): Departure[] {
  const findings = runCheck(check, value)
  if (findings === null) return []
  // The check stops there, and may have missed some parts.
  const missed = findings.length < 100 ? [] : findLeftOut(shape, value)
  const isKnown = (one: Finding) =>
    missed.some(({ path, keyword }) => path === one.path && keyword === one.keyword)
  const all = [...missed, ...findings.filter((one) => !isKnown(one))]
  return describeFindings(all, value).map((issue) => ({ ...issue, note: 'tolerated' }))
}

/** Whether the value has the shape and no part must be left out. */
export function isReadable(shape: AnyShape, value: unknown): boolean {
  const reading = runReader(shape, value)
  return reading.findings === null && Object.is(reading.value, value)
}

function runReader(shape: AnyShape, value: unknown): Reading {
  if (!jsonKinds.includes(typeof value)) return { value, findings: [notJson] }
  try {
    return readShape(shape, value)
  } catch (error) {
    return { value, findings: [toFinding(error)] }
  }
}
