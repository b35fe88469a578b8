import type { HandlingOptions } from './event-handler.ts'

/** What a timer can wait, in milliseconds. */
const mostMs = 2 ** 31 - 1

/** Throws a `TypeError` that names the option for options that can never work. */
export function assertHandling(options: HandlingOptions = {}): void {
  const { slots, timeoutMs, pollMs, retryDelaysMs = [] } = options
  expectNumber('handling.slots', slots, { least: 1, most: 1_000 })
  expectNumber('handling.timeoutMs', timeoutMs, { least: 1, most: mostMs })
  expectNumber('handling.pollMs', pollMs, { least: 1, most: mostMs })
  for (const [index, delayMs] of retryDelaysMs.entries()) {
    expectNumber(`handling.retryDelaysMs[${index}]`, delayMs, { least: 0, most: mostMs })
  }
}

type Range = { least: number; most: number }

function expectNumber(name: string, value: number | undefined, { least, most }: Range): void {
  if (value === undefined) return
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const received = typeof value === 'number' ? 'another number' : typeof value
  throw new TypeError(
    `${name} is unusable: expected a whole number from ${least} to ${most}, received ${received}. Correct the option.`,
  )
}
