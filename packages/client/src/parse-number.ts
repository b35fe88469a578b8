import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'

const maxTimerMs = 2_147_483_647

const ranges = {
  timeoutMs: { standard: 10_000, min: 1, max: maxTimerMs },
  retries: { standard: 2, min: 0, max: 100 },
  retryDelayMs: { standard: 250, min: 0, max: maxTimerMs },
  maxRetryDelayMs: { standard: 30_000, min: 0, max: maxTimerMs },
  bodyLimitBytes: { standard: 10_485_760, min: 1, max: Number.MAX_SAFE_INTEGER },
} as const

/** A number in the range of its option; without one `fallback`, or else the option's default. */
export function parseNumber(name: keyof typeof ranges, value: unknown, fallback?: number): number {
  const { standard, min, max } = ranges[name]
  if (value === undefined) return fallback ?? standard
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  const received = typeof value === 'number' ? String(value) : kindOf(value)
  const expected = `a whole number from ${min} to ${max}`
  const next = 'Correct it or leave it out'
  throw mistake(`Option ${name} is out of range`, { expected, received, next })
}
