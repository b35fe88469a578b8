import type { Result } from './report.ts'

/** What both kinds of run take. */
export type RunOptions = {
  /** Named in the report, so that two reports are not mixed up. */
  environment?: string
  /** Ids of the checks to run. @default all */
  only?: readonly string[]
  /** Time allowed for one exchange, its answer included. @default `attemptTimeoutMs` of the contract */
  fetchTimeoutMs?: number
  /** Ends the run: it rejects with a `ConformanceError` of code `aborted`. */
  signal?: AbortSignal
  /** Gets each result as soon as it is known. */
  onResult?: (result: Result) => void
  /** Gets the number of checks sent so far, and the total. */
  onProgress?: (progress: { sent: number; of: number }) => void
  /** Unix time in milliseconds. @default Date.now */
  now?: () => number
}

/** Throws a `TypeError` that names the option for options that can never work. */
export function assertRunOptions(options: RunOptions): void {
  if (typeof options !== 'object' || options === null) refuse('options', 'an object', options)
  const { fetchTimeoutMs, signal, environment, only } = options
  assertDuration('fetchTimeoutMs', fetchTimeoutMs)
  if (signal !== undefined && !(signal instanceof AbortSignal))
    refuse('signal', 'an AbortSignal', signal)
  if (environment !== undefined && typeof environment !== 'string')
    refuse('environment', 'text', environment)
  if (only !== undefined && !Array.isArray(only)) refuse('only', 'a list of ids', only)
  for (const name of ['onResult', 'onProgress', 'now'] as const) assertFunction(name, options[name])
}

/** Milliseconds that a timer can count, or nothing. */
export function assertDuration(option: string, value: unknown): void {
  if (value === undefined) return
  const isUsable = Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31
  if (!isUsable) refuse(option, 'whole milliseconds, at least 1', value)
}

export function assertFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') refuse(option, 'a function', value)
}

function refuse(option: string, expected: string, received: unknown): never {
  throw new TypeError(
    `${option} is unusable. Pass ${expected}, not ${received === null ? 'null' : typeof received}.`,
  )
}

/** The URL to check; throws a `TypeError` that names the option for one that no check can use. */
export function assertTarget(option: string, value: unknown): URL {
  const refuse = (problem: string, received: string): never => {
    throw new TypeError(
      `${option} ${problem} (${received}). Pass an http or https URL without credentials.`,
    )
  }
  if (typeof value !== 'string')
    return refuse('is not text', value === null ? 'null' : typeof value)
  if (!URL.canParse(value)) return refuse('is not a URL', `${value.length} characters`)
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('has another scheme', url.protocol)
  }
  if (url.username !== '' || url.password !== '') return refuse('carries a credential', 'one')
  url.hash = ''
  return url
}
