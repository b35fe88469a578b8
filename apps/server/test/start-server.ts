import { operations } from '@partner-platform/types'
import { onTestFinished } from 'vitest'
import {
  buildServer,
  createApiKey,
  createJsonLogger,
  createMemoryKeyStore,
  type Environment,
  type ServerOptions,
} from '../src/index.ts'
import { judge } from './judge.ts'
import { exchange, toRequestBytes, type WireRequest } from './wire.ts'

export const countriesPath = operations.listCountries.path

/** A clock that stands until a test moves it. */
export function createTestClock(startMs = Date.parse('2025-06-14T09:30:00.000Z')) {
  let passedMs = 0
  return {
    wallMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    advance: (ms: number) => {
      passedMs += ms
    },
  }
}

/** A server on a free port that checks its own responses; it is stopped when the test ends. */
export async function startServer(given: Partial<ServerOptions> = {}) {
  const clock = createTestClock()
  const logs: string[] = []
  const environment: Environment = given.environment ?? 'development'
  const { key, record } = createApiKey(environment)
  const keys = createMemoryKeyStore([record], clock.wallMs)
  const server = buildServer({
    environment,
    keys,
    clock,
    checkResponses: true,
    logger: createJsonLogger({ write: (text) => logs.push(text) }, clock.wallMs),
    ...given,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close()
    return closed
  }
  // A test that closes by itself has said what it expects of that.
  onTestFinished(() => (closed ? closed.catch(() => {}) : close()))

  /** Asks on a connection of its own, and holds the answer to the document. */
  const ask = async (request: WireRequest = {}) => {
    const asked = { method: 'GET', path: countriesPath, ...request }
    const [response, ...others] = await exchange(url, toRequestBytes(asked))
    if (!response || others.length > 0) throw new Error('Expected exactly one response.')
    judge(asked, response)
    return response
  }
  const bearer = [['Authorization', `Bearer ${key}`]] as const
  return { url, server, clock, logs, key, keys, bearer, ask, close }
}
