import {
  authVectors,
  examples,
  originVectors,
  rateLimitVectors,
  retryVectors,
} from '@partner-platform/contract-kit'
import { operations, type SubmissionUpdated } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { checkResponse } from '../src/contract/check-response.ts'
import { errors } from '../src/errors.ts'
import {
  createMemoryKeyStore,
  createRateLimiter,
  type Environment,
  nextDelay,
  type StatusChange,
} from '../src/index.ts'
import { hashApiKey } from '../src/keys/api-key.ts'
import { startReceiver } from './start-receiver.ts'
import { createTestClock, startServer } from './start-server.ts'

const { keys: fixtureKeys } = authVectors.fixtures
const knownKeys = Object.values(fixtureKeys)
const keyStore = () =>
  createMemoryKeyStore(
    knownKeys.map(({ environment, state, key }) => ({
      environment,
      state,
      sha256: hashApiKey(key),
    })),
  )
const activeKey = (environment: Environment) => {
  const found = knownKeys.find((one) => one.environment === environment && one.state === 'active')
  if (!found) throw new Error(`The fixtures have no active key of ${environment}.`)
  return found.key
}

describe('auth vectors, on the wire', () => {
  it.each(authVectors.rows)('$rule answers $want.status to $name', async ({ given, want }) => {
    const { environment, headers, path } = given
    const { ask, logs } = await startServer({ environment, keys: keyStore() })
    const response = await ask({ headers, ...(path === undefined ? {} : { path }) })
    expect(response.status).toBe(want.status)
    const logged = logs.join('')
    for (const { key } of knownKeys) expect(logged).not.toContain(key.slice(8, -6))
  })
})

describe('origin vectors, on the wire', () => {
  it.each(originVectors.rows)('$rule decides on $name', async ({ given, want }) => {
    const { environment, allowedOrigins, keyEnvironment, origin } = given
    const { ask } = await startServer({ environment, keys: keyStore(), origins: allowedOrigins })
    const response = await ask({
      headers: [
        ['x-api-key', activeKey(keyEnvironment)],
        ...(origin === null ? [] : [['Origin', origin] as const]),
      ],
    })
    expect(response.status).toBe(want.allowed ? 200 : 403)
    expect(response.header('Access-Control-Allow-Origin') ?? null).toBe(want.allowOrigin)
    expect(response.header('Access-Control-Allow-Credentials')).toBeUndefined()
    expect(response.header('Vary')).toBe('Origin')
  })
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

describe('retry vectors', () => {
  it.each(retryVectors.rows)('$rule schedules: $name', ({ given, want }) => {
    expect(nextDelay(given)).toEqual(want)
  })
})

describe('examples of responses', () => {
  const limitHeaders = {
    'ratelimit-policy': '"default";q=100;w=60',
    ratelimit: '"default";r=1;t=1',
  }

  it.each(examples('CountryList').filter(({ folder }) => folder !== 'unparseable'))(
    '$rule lets a writer send $file only if it is valid: $says',
    ({ folder, text }) => {
      const answer = { status: 200, headers: limitHeaders, body: text }
      const problem = checkResponse(operations.listCountries, answer)
      expect(problem === null).toBe(folder === 'valid')
    },
  )

  it.each(examples('ErrorResponse').filter(({ folder }) => folder !== 'unparseable'))(
    '$rule lets a writer send $file only if it is valid: $says',
    ({ folder, text }) => {
      const answer = { status: 403, headers: limitHeaders, body: text }
      const problem = checkResponse(operations.listCountries, answer)
      expect(problem === null).toBe(folder === 'valid')
    },
  )

  const documented = examples('ErrorResponse')
    .filter(({ folder }) => folder === 'valid')
    .map(({ file, name, value }) => ({ file, name, value: value as ErrorExample }))
    // Examples that are named after their code are the ones that the documents show.
    .filter(({ name, value }) => value.error.code.replaceAll('_', '-') === name)

  it('D-016 shows one example per error of the contract', () => {
    expect(documented.map(({ value }) => value.statusCode)).toEqual(
      expect.arrayContaining([401, 403, 429]),
    )
  })

  it.each(documented)('D-016 has the words of $file in its table', ({ value }) => {
    const { code, message } = errors[value.statusCode as keyof typeof errors]
    expect({ code, message }).toEqual({ code: value.error.code, message: value.error.message })
  })
})

type ErrorExample = { statusCode: number; error: { code: string; message: string } }

describe('examples of the webhook, sent by a change of status', () => {
  const expressible = examples('SubmissionUpdated').filter(
    ({ folder, value }) =>
      folder !== 'unparseable' && isObject(value) && isObject(value.submission),
  )
  // An event that no change of status can lead to (another name, a broken time) is not the sender's.
  const rows = expressible.filter(({ value }) => {
    const { event, timestamp, agent, submission, ...rest } = value as SubmissionUpdated
    const isTime = typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))
    return (
      event === 'submission.updated' &&
      isTime &&
      new Date(timestamp).toISOString() === timestamp &&
      agent !== undefined &&
      submission !== undefined &&
      Object.keys(rest).length === 0
    )
  })

  it('covers valid and invalid ones', () => {
    expect(rows.filter(({ folder }) => folder === 'valid').length).toBeGreaterThan(1)
    expect(rows.filter(({ folder }) => folder !== 'valid').length).toBeGreaterThan(5)
  })

  it.each(rows)('$rule sends $file only if it is valid: $says', async ({ folder, value }) => {
    const receiver = await startReceiver()
    const event = value as SubmissionUpdated
    const clock = createTestClock(Date.parse(event.timestamp))
    const { server } = await startServer({ clock, callback: { url: receiver.url } })
    const { status, ...submission } = event.submission
    const change = { agent: event.agent, submission, status } as StatusChange
    const result = await server.platform.changeStatus(change)
    expect(result.ok).toBe(folder === 'valid')
    const sent = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    expect(sent).toEqual(folder === 'valid' ? [value] : [])
  })
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
