import { randomUUID } from 'node:crypto'
import { operations } from '@partner-platform/types'
import { onTestFinished } from 'vitest'
import {
  buildServer,
  createApiKey,
  createJsonLogger,
  createOperatorClient,
  type Environment,
  type ServerOptions,
} from '../src/index.ts'
import { hashApiKey } from '../src/keys/api-key.ts'
import { channels } from '../src/store/channels.ts'
import type { ServerDatabase } from '../src/store/open-store.ts'
import { apiKeys, origins, partners, unsupportedCountries } from '../src/store/schema.ts'
import { createTestClock } from '../src/testing/open-platform.ts'
import { openFileStore } from './open-test-store.ts'
import { exchange, toRequestBytes, type WireRequest } from './wire.ts'

export const countriesPath = operations.listCountries.path
export const operatorToken = 'operator-token-of-the-tests-0123456789'

export type KnownKey = { environment: Environment; key: string; state?: 'active' | 'revoked' }
export type OriginLists = Partial<Record<Environment, readonly string[]>>

export type Given = Partial<ServerOptions> & {
  /** Keys to store; `'as-they-are'` keeps those in the store. @default one of the server's environment */
  keys?: readonly KnownKey[] | 'as-they-are'
  origins?: OriginLists
}

/** Replaces all keys and origins in the store. Returns the id of the keys' new partner. */
async function refill(
  database: ServerDatabase,
  { keys, origins: listed = {} }: { keys: readonly KnownKey[]; origins?: OriginLists | undefined },
): Promise<string> {
  const partnerId = randomUUID()
  const ofKeys = keys.map(({ environment, key, state }) => ({
    id: randomUUID(),
    partnerId,
    environment,
    sha256: hashApiKey(key),
    label: 'test',
    revokesAt: state === 'revoked' ? new Date(0) : null,
  }))
  const ofOrigins = Object.entries(listed).flatMap(([environment, list]) =>
    list.map((origin) => ({ environment: environment as Environment, origin })),
  )
  for (const table of [apiKeys, origins, unsupportedCountries]) await database.orm.delete(table)
  await database.orm.insert(partners).values({ id: partnerId, companyName: 'Canary Travel' })
  if (ofKeys.length > 0) await database.orm.insert(apiKeys).values(ofKeys)
  if (ofOrigins.length > 0) await database.orm.insert(origins).values(ofOrigins)
  await database.query(`select pg_notify($1, '')`, [channels.access])
  return partnerId
}

export const free = { host: '127.0.0.1', port: 0 }

/** `openServer` for one test: closes when the test ends. */
export async function startServer(given: Given = {}) {
  const started = await openServer(given)
  // A test that closes the server itself has checked the result.
  onTestFinished(() => (started.isClosing() ? started.close().catch(() => {}) : started.close()))
  return started
}

/**
 * A server on free ports, by default with the role `api` and checked responses. Without a given store, uses
 * that of the test file. Replaces the stored keys and origins.
 */
export async function openServer({ keys, origins: listed, ...given }: Given = {}) {
  const clock = createTestClock()
  const logs: string[] = []
  const environment: Environment = given.environment ?? 'development'
  const key = createApiKey(environment)
  const database = given.database ?? (await openFileStore())
  const partnerId =
    keys === 'as-they-are'
      ? null
      : await refill(database, { keys: keys ?? [{ environment, key }], origins: listed })
  const server = await buildServer({
    environment,
    clock,
    operatorToken,
    role: 'api',
    checkResponses: true,
    logger: createJsonLogger({ write: (text) => logs.push(text) }, clock.wallMs),
    ...given,
    database,
  })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close()
    return closed
  }

  /** Calls on a new connection. The server checks the answer against the document. */
  const ask = async (request: WireRequest = {}) => {
    if (url === null) throw new Error('Expected a server that answers partners.')
    const bytes = toRequestBytes({ path: countriesPath, ...request })
    const [response, ...others] = await exchange(url, bytes)
    if (!response || others.length > 0) throw new Error('Expected exactly one response.')
    return response
  }
  return {
    url: url ?? '',
    operatorUrl,
    database,
    partnerId,
    clock,
    logs,
    key,
    ask,
    close,
    isClosing: () => closed !== undefined,
    bearer: [['Authorization', `Bearer ${key}`]] as const,
    operator: createOperatorClient({ baseUrl: operatorUrl, token: operatorToken }),
  }
}
