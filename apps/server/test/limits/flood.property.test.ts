import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { scaled } from '@partner-platform/harness'
import { seededRandom } from '@partner-platform/settings/testing'
import { operations, securitySchemes } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/access/guard.ts'
import { createApiKey } from '../../src/keys/api-key.ts'
import type { KeyStore } from '../../src/keys/key-store.ts'
import { createRateLimiter } from '../../src/limits/rate-limiter.ts'
import { createTestClock } from '../../src/testing/open-platform.ts'

/** Enough keys that a limiter that tracked each would need more than `mostMiB`. */
const tracked = 40_000
/** A million in `soak`. */
const flood = Math.min(1_000_000, scaled(tracked))
const mostMiB = 4
const operation = operations.listCountries
const { name: keyHeader } = securitySchemes.apiKeyHeader

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const heapMiB = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Generates distinct well-formed keys without a costly cryptographic generator. */
function createKeySource() {
  const { between } = seededRandom(1)
  // Below the largest multiple of 62 under 256, so that no byte is discarded.
  const bytes = (byteCount: number) => Uint8Array.from({ length: byteCount }, () => between(0, 247))
  return () => createApiKey('development', bytes)
}

const none = new Set<string>()

const start = (isKnown: (key: string) => boolean) => {
  const { monotonicMs, advance } = createTestClock()
  const limiter = createRateLimiter({ quota: 100, windowSeconds: 60, monotonicMs })
  const keys: KeyStore = {
    find: async (key) => (isKnown(key) ? { id: key, environment: 'development' } : undefined),
    markUsed: () => {},
    flush: async () => {},
  }
  const allowedOrigins = { development: none, staging: none, production: none }
  const guard = createGuard({
    environment: 'development',
    keys,
    origins: () => allowedOrigins,
    limiter,
  })
  const call = (key: string) => guard({ operation, rawHeaders: [keyHeader, key] })
  return { limiter, call, advance }
}

describe(`F16 a flood of ${flood} unknown keys`, () => {
  it('takes no memory, and leaves a real key its quota', async () => {
    const nextKey = createKeySource()
    const real = nextKey()
    const { limiter, call } = start((key) => key === real)
    const beforeMiB = heapMiB()
    const answersToReal: (number | null)[] = []
    let refused = 0
    for (let count = 0; count < flood; count++) {
      if ((await call(nextKey())).refused === 401) refused += 1
      if (count % (flood / 101) < 1) answersToReal.push((await call(real)).refused)
    }
    expect(refused).toBe(flood)
    expect(limiter.trackedKeys).toBe(1)
    expect(heapMiB() - beforeMiB).toBeLessThan(mostMiB)
    // The real key makes one call more than its quota allows: only its own calls count.
    expect(answersToReal).toEqual([...Array.from({ length: 100 }, () => null), 429])
  })

  it('takes measurable memory if it reaches the limiter, and is swept after the window', async () => {
    const nextKey = createKeySource()
    const { limiter, call, advance } = start(() => true)
    const beforeMiB = heapMiB()
    const last = nextKey()
    for (let count = 0; count < tracked; count++) await call(nextKey())
    expect(limiter.trackedKeys).toBe(tracked)
    expect(heapMiB() - beforeMiB).toBeGreaterThan(mostMiB)
    advance(60_000)
    for (let count = 0; count < 101; count++) await call(last)
    expect(limiter.trackedKeys).toBe(1)
    expect(heapMiB() - beforeMiB).toBeLessThan(mostMiB)
  })
})
