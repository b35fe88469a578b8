import type { Result } from './report.ts'

/** What both kinds of run take. */
export type RunOptions = {
  /** Named in the report, so that two reports are not mixed up. */
  environment?: string | undefined
  /** Ids of the checks to run. @default all */
  only?: readonly string[] | undefined
  /** Time allowed for one exchange, its answer included. @default `attemptTimeoutMs` of the contract */
  fetchTimeoutMs?: number | undefined
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
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`options is unusable. Pass an object, not ${nameType(options)}.`)
  const { fetchTimeoutMs, signal, environment, only } = options
  assertDuration('fetchTimeoutMs', fetchTimeoutMs)
  assertOption('signal', signal, { is: (it) => it instanceof AbortSignal, a: 'an AbortSignal' })
  assertOption('environment', environment, { is: (it) => typeof it === 'string', a: 'text' })
  assertOption('only', only, { is: Array.isArray, a: 'a list of ids' })
  for (const name of ['onResult', 'onProgress', 'now'] as const) assertFunction(name, options[name])
}

/** Milliseconds that a timer can count, or nothing. */
export function assertDuration(option: string, value: unknown): void {
  const is = () => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31
  assertOption(option, value, { is, a: 'whole milliseconds, at least 1' })
}

export const assertFunction = (option: string, value: unknown): void =>
  assertOption(option, value, { is: (it) => typeof it === 'function', a: 'a function' })

const nameType = (value: unknown) => (value === null ? 'null' : typeof value)

/** Accepts an option that is left out. */
function assertOption(
  option: string,
  value: unknown,
  { is, a }: { is: (value: unknown) => boolean; a: string },
): void {
  if (value === undefined || is(value)) return
  throw new TypeError(`${option} is unusable. Pass ${a}, not ${nameType(value)}.`)
}

/** The URL to check; throws a `TypeError` that names the option if it is unusable. */
export function assertTarget(option: string, value: unknown): URL {
  const problem = findUrlProblem(value)
  if (problem !== null)
    throw new TypeError(`${option} ${problem}. Pass an http or https URL without credentials.`)
  const url = new URL(String(value))
  url.hash = ''
  return url
}

function findUrlProblem(value: unknown): string | null {
  if (typeof value !== 'string') return `is not text (${nameType(value)})`
  if (!URL.canParse(value)) return `is not a URL (${value.length} characters)`
  const { protocol, username, password } = new URL(value)
  if (!/^https?:$/.test(protocol)) return `has an unsupported scheme (${protocol})`
  return username + password === '' ? null : 'carries a credential'
}
