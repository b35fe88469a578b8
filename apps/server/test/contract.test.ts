import {
  authVectors,
  examples,
  originVectors,
  rateLimitVectors,
} from '@partner-platform/fixtures/tables'
import { environments } from '@partner-platform/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../src/errors.ts'
import type { Environment } from '../src/index.ts'
import { createRateLimiter } from '../src/limits/rate-limiter.ts'
import { openServer } from './start-server.ts'

const { keys: fixtureKeys } = authVectors.fixtures
const knownKeys = Object.values(fixtureKeys)
const activeKey = (environment: Environment) => {
  const found = knownKeys.find((one) => one.environment === environment && one.state === 'active')
  if (!found) throw new Error(`The fixtures have no active key of ${environment}.`)
  return found.key
}

/** Every row of the origin vectors has these. */
const registered = originVectors.rows[0]?.given.allowedOrigins ?? {}

describe.each(environments)('vectors of %s, on the wire', (environment) => {
  const ofEnvironment = <Row extends { given: { environment: Environment } }>(
    rows: readonly Row[],
  ) => rows.filter(({ given }) => given.environment === environment)
  let server: Awaited<ReturnType<typeof openServer>>
  beforeAll(async () => {
    const rateLimit = { quota: 1_000, windowSeconds: 60 }
    const origins = registered
    server = await openServer({ environment, keys: knownKeys, origins, rateLimit })
  })
  afterAll(() => server.close())

  it.each(ofEnvironment(authVectors.rows))(
    '$rule answers $want.status to $name',
    async ({ given: { headers, path }, want }) => {
      const response = await server.ask({ headers, ...(path === undefined ? {} : { path }) })
      expect(response.status).toBe(want.status)
      const logged = server.logs.join('')
      for (const { key } of knownKeys) expect(logged).not.toContain(key.slice(8, -6))
    },
  )

  it.each(ofEnvironment(originVectors.rows))(
    '$rule decides on $name',
    async ({ given: { allowedOrigins, keyEnvironment, origin }, want }) => {
      expect(allowedOrigins).toEqual(registered)
      const response = await server.ask({
        headers: [
          ['x-api-key', activeKey(keyEnvironment)],
          ...(origin === null ? [] : [['Origin', origin] as const]),
        ],
      })
      expect(response.status).toBe(want.allowed ? 200 : 403)
      expect(response.header('Access-Control-Allow-Origin') ?? null).toBe(want.allowOrigin)
      expect(response.header('Access-Control-Allow-Credentials')).toBeUndefined()
      expect(response.header('Vary')).toBe('Origin, Accept-Encoding')
    },
  )
})

describe('limiter vectors', () => {
  it.each(rateLimitVectors.limiter)('$rule counts: $name', ({ given, want }) => {
    let nowMs = 0
    const { quota, windowSeconds } = given
    const limiter = createRateLimiter({ quota, windowSeconds, monotonicMs: () => nowMs })
    const answers = given.calls.map(({ atMs, key }) => {
      nowMs = atMs
      const state = limiter.admit(key)
      return { ...state, retryAfterSeconds: state.admitted ? null : state.resetSeconds }
    })
    expect(answers).toEqual(want.answers)
  })
})

describe('documented errors', () => {
  const documented = examples('ErrorResponse')
    .filter(({ folder }) => folder === 'valid')
    .map(({ file, name, value }) => ({ file, name, value: value as ErrorExample }))
    // The documents show the examples that are named after their code.
    .filter(({ name, value }) => value.error.code.replaceAll('_', '-') === name)

  it('D-016 are the errors of the contract', () => {
    expect(documented.map(({ value }) => value.statusCode)).toEqual(
      expect.arrayContaining([401, 403, 429]),
    )
  })

  it.each(documented)(
    '7.401, 7.shape, D-016 have the code and message of $file in the table',
    ({ value }) => {
      const { code, message } = errors[value.statusCode as keyof typeof errors]
      expect({ code, message }).toEqual({ code: value.error.code, message: value.error.message })
    },
  )
})

type ErrorExample = { statusCode: number; error: { code: string; message: string } }
