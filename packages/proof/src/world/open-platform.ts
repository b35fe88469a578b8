import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildServer,
  createOperatorClient,
  createSecretsKey,
  openStore,
  type ServerOptions,
  type StoreOptions,
} from '@partner-platform/server'

const free = { host: '127.0.0.1', port: 0 }
export const operatorToken = 'operator-token-of-the-contract-tests'
export const allowedOrigin = 'https://partner.example'
export const environments = ['development', 'staging', 'production'] as const

const secretsKeys = [createSecretsKey()]
const openServerStore = (options: StoreOptions) => openStore({ ...options, secretsKeys })

type Given = Pick<Partial<ServerOptions>, 'database' | 'rateLimit' | 'targets'> & {
  /** Whether time is the system's, and not a clock that stands. @default false */
  isLive?: boolean
}

/** The reference server on sockets, with a partner, an allowed origin and functions that make keys. */
export async function openPlatform({ isLive = false, ...given }: Given = {}) {
  const database = given.database ?? (await openEmptyStore('server', openServerStore))
  const clock = createClock()
  const environment = 'development'
  const server = await buildServer({
    environment,
    operatorToken,
    ...(isLive ? {} : { clock }),
    ...given,
    database,
  })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const { id: partner } = expectData(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Contract Travel' } }),
  )
  const origins = { [environment]: [allowedOrigin] }
  expectData(await operator.PATCH('/operator/v1/settings', { body: { origins } }))
  return {
    url: url ?? '',
    operatorUrl,
    operator,
    partner,
    clock,
    database,
    async createKey(of: (typeof environments)[number] = environment) {
      const body = { partner, environment: of, label: 'contract tests' }
      const { key, apiKey } = expectData(await operator.POST('/operator/v1/keys', { body }))
      return { key, id: apiKey.id }
    },
    async revokeKey(keyId: string) {
      const params = { path: { keyId } }
      expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params }))
    },
    async rotateKey(keyId: string, overlapSeconds: number) {
      const body = { replaces: keyId, overlapSeconds }
      const { key, apiKey } = expectData(await operator.POST('/operator/v1/keys', { body }))
      return { key, id: apiKey.id }
    },
    async close() {
      await server.close()
      if (!given.database) await database.close()
    },
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** A clock that stands until a test moves it. */
function createClock(startMs = Date.parse('2025-06-14T09:30:00.000Z')) {
  let passedMs = 0
  return {
    wallMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    advance(ms: number) {
      passedMs += ms
    },
  }
}

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** What a call of the operator surface gave; throws for one that was refused. */
export function expectData<Data>({ data, error, response }: Result<Data>): Data {
  if (data !== undefined) return data
  throw new Error(`The operator surface refused: ${response.status} ${JSON.stringify(error)}`)
}

const few = 5

/** Takes all countries but a few off the list, so that thousands of answers fit into one archive. */
export async function keepFewCountries({ operator }: Pick<Platform, 'operator'>): Promise<void> {
  const { supportedCountries } = expectData(await operator.GET('/operator/v1/settings'))
  const body = { unsupportedCountries: supportedCountries.slice(few) }
  expectData(await operator.PATCH('/operator/v1/settings', { body }))
}
