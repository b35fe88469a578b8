import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'
import type { Settings } from './parse-client-options.ts'
import { parseNumber } from './parse-number.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** What the options of one call come to. */
export interface Call {
  /** Those of the client, where the call does not say otherwise. */
  settings: Settings
  signal: AbortSignal | undefined
  /** The other options, by the names in `inputs` only. */
  input: Record<string, unknown>
}

/** The options of one call; throws a `TypeError` that names the option and never its value. */
export function parseCallOptions(
  options: unknown,
  { standard, inputs }: { standard: Settings; inputs: readonly string[] },
): Call {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const received = Array.isArray(options) ? 'a list' : kindOf(options)
    const next = 'Pass one or leave it out'
    throw mistake('Options of a call are malformed', { expected: 'an object', received, next })
  }
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  const given: Record<string, unknown> = Object.fromEntries(entries)
  refuseUnknown(given, ['signal', 'timeoutMs', 'retries', ...inputs])
  const { signal, timeoutMs, retries, ...input } = given
  const settings = {
    ...standard,
    timeoutMs: parseNumber('timeoutMs', timeoutMs, standard.timeoutMs),
    retries: parseNumber('retries', retries, standard.retries),
  }
  return { settings, signal: parseSignal(signal), input }
}

function parseSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || isAbortSignal(signal)) return signal
  const next = 'Pass the signal of an AbortController or leave it out'
  const parts = { expected: 'an AbortSignal', received: kindOf(signal), next }
  throw mistake('Option signal is malformed', parts)
}

// By its shape: a signal of another realm, or of a polyfill, is no instance of this one's class.
const isAbortSignal = (value: unknown): value is AbortSignal =>
  typeof value === 'object' &&
  value !== null &&
  'aborted' in value &&
  typeof value.aborted === 'boolean' &&
  'addEventListener' in value &&
  typeof value.addEventListener === 'function' &&
  'removeEventListener' in value &&
  typeof value.removeEventListener === 'function'
