import type { RunOptions } from '../run-options.ts'

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

export function assertText(option: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') refuse(option, 'text', value)
}

function refuse(option: string, expected: string, received: unknown): never {
  throw new TypeError(
    `${option} is unusable: expected ${expected}, received ${received === null ? 'null' : typeof received}. Correct the option.`,
  )
}
