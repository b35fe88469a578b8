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
  assertOption('signal', 'an AbortSignal', signal, signal instanceof AbortSignal)
  assertOption('environment', 'text', environment, typeof environment === 'string')
  assertOption('only', 'a list of ids', only, Array.isArray(only))
  for (const name of ['onResult', 'onProgress', 'now'] as const) assertFunction(name, options[name])
}

/** Milliseconds that a timer can count, or nothing. */
export function assertDuration(option: string, value: unknown): void {
  const isUsable = Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31
  assertOption(option, 'whole milliseconds, at least 1', value, isUsable)
}

export const assertFunction = (option: string, value: unknown): void =>
  assertOption(option, 'a function', value, typeof value === 'function')

/** Passes an option that is left out. */
function assertOption(option: string, expected: string, value: unknown, isUsable: boolean): void {
  if (value !== undefined && !isUsable) refuse(option, expected, value)
}

const nameType = (value: unknown) => (value === null ? 'null' : typeof value)

function refuse(option: string, expected: string, received: unknown): never {
  throw new TypeError(`${option} is unusable. Pass ${expected}, not ${nameType(received)}.`)
}

/** The URL to check; throws a `TypeError` that names the option for one that no check can use. */
export function assertTarget(option: string, value: unknown): URL {
  const problem = findProblem(value)
  if (problem) {
    throw new TypeError(`${option} ${problem}. Pass an http or https URL without credentials.`)
  }
  const url = new URL(String(value))
  url.hash = ''
  return url
}

function findProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `is not text (${nameType(value)})`
  if (!URL.canParse(value)) return `is not a URL (${value.length} characters)`
  const { protocol, username, password } = new URL(value)
  if (!/^https?:$/.test(protocol)) return `has another scheme (${protocol})`
  return username + password === '' ? undefined : 'carries a credential'
}
