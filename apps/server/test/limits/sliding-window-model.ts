import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { LimitState, RateLimiter, RateLimitPolicy } from '../../src/limits/rate-limiter.ts'

/** A sequence of calls under one policy; each word of `script` is one step, see `advance`. */
export type Run = RateLimitPolicy & { script: Uint32Array }

export const runs = (maxLength: number): fc.Arbitrary<Run> =>
  fc.record({
    quota: fc.integer({ min: 1, max: 12 }),
    windowSeconds: fc.integer({ min: 1, max: 3 }),
    script: fc.uint32Array({ minLength: 1, maxLength, size: 'max' }),
  })

/** Counts what a run did, so that a test can prove that it covered the hard cases. */
type Tally = { calls: number; refused: number; wallJumps: number; atTheEdge: number }

export const newTally = (): Tally => ({ calls: 0, refused: 0, wallJumps: 0, atTheEdge: 0 })

// Times are multiples of 1/8 ms, so that all sums and differences are exact.
const tickMs = 1 / 8
const hourMs = 3_600_000

/** A monotonic clock, and a wall clock that runs with it and can be set. */
function createClocks() {
  let nowMs = 0
  let wallOffsetMs = Date.parse('2025-06-14T09:30:00.000Z')
  return {
    monotonicMs: () => nowMs,
    wallMs: () => nowMs + wallOffsetMs,
    advanceTo: (ms: number) => {
      nowMs = Math.max(nowMs, ms)
    },
    setWall: (byMs: number) => {
      wallOffsetMs += byMs
    },
  }
}

type Clocks = ReturnType<typeof createClocks>

/**
 * Runs the script against a limiter and a model of the rule: a call is admitted if and only if fewer than
 * `quota` calls of its key were admitted less than a window ago. Throws if they differ.
 */
export async function checkRun(
  run: Run,
  create: (policy: RateLimitPolicy, clocks: Clocks) => RateLimiter,
  tally: Tally = newTally(),
): Promise<void> {
  const clocks = createClocks()
  const limiter = create({ quota: run.quota, windowSeconds: run.windowSeconds }, clocks)
  const model = createModel(run)
  for (const word of run.script) {
    const key = `key ${word & 3}`
    advance(clocks, { word, run, oldestMs: model.oldestMs(key, clocks.monotonicMs()), tally })
    const nowMs = clocks.monotonicMs()
    const isPeek = (word >>> 2) % 8 === 0
    const want = isPeek ? model.peek(key, nowMs) : model.admit(key, nowMs)
    const answer = isPeek ? limiter.peek(key) : limiter.admit(key)
    const got = answer instanceof Promise ? await answer : answer
    if (!isDeepStrictEqual(got, want))
      throw new Error(`Expected ${JSON.stringify(want)}, received ${JSON.stringify(got)}.`)
    tally.calls += 1
    if (!want.admitted) tally.refused += 1
  }
}

type Advance = { word: number; run: Run; oldestMs: number | undefined; tally: Tally }

/** The upper bits of a word choose how time passes before its call. */
function advance(clocks: Clocks, { word, run, oldestMs, tally }: Advance) {
  const windowMs = run.windowSeconds * 1000
  const nowMs = clocks.monotonicMs()
  const size = word >>> 16
  const kind = (word >>> 8) % 16
  if (kind < 4) return
  if (kind < 10) clocks.advanceTo(nowMs + (size % 800) * tickMs)
  else if (kind < 12 && oldestMs !== undefined) {
    // To the exact time at which the oldest counted call leaves the window, or a tick before or after.
    clocks.advanceTo(oldestMs + windowMs + ((size % 3) - 1) * tickMs)
    tally.atTheEdge += 1
  } else if (kind === 12) clocks.advanceTo(nowMs + (size % (3 * windowMs)))
  else if (kind > 13) {
    clocks.setWall(kind === 14 ? hourMs : -hourMs)
    tally.wallJumps += 1
  }
}

function createModel({ quota, windowSeconds }: RateLimitPolicy) {
  const windowMs = windowSeconds * 1000
  const admitted = new Map<string, number[]>()
  const live = (key: string, nowMs: number) =>
    (admitted.get(key) ?? []).filter((timeMs) => nowMs - timeMs < windowMs)
  const state = (isAdmitted: boolean, times: readonly number[], nowMs: number): LimitState => ({
    admitted: isAdmitted,
    remaining: quota - times.length,
    resetSeconds: Math.ceil(((times[0] ?? nowMs) + windowMs - nowMs) / 1000),
  })
  return {
    oldestMs: (key: string, nowMs: number) => live(key, nowMs)[0],
    peek(key: string, nowMs: number) {
      const times = live(key, nowMs)
      return state(times.length < quota, times, nowMs)
    },
    admit(key: string, nowMs: number) {
      const times = live(key, nowMs)
      if (times.length >= quota) return state(false, times, nowMs)
      admitted.set(key, [...(admitted.get(key) ?? []), nowMs])
      return state(true, [...times, nowMs], nowMs)
    },
  }
}
