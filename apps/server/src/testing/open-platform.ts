import { openEmptyStore } from '@partner-platform/database/testing'
import type { Environment } from '@partner-platform/types'
import { buildServer, type ServerOptions } from '../build-server.ts'
import type { ApiKeyInput } from '../generated/index.ts'
import { createOperatorClient } from '../operator/create-operator-client.ts'
import { openStore } from '../store/open-store.ts'
import { expectData } from './prepare-world.ts'
import { operatorToken, secretsKeys } from './start-sender.ts'

const free = { host: '127.0.0.1', port: 0 }
const environment = 'development'

/** The one origin from which browsers may call it. */
export const allowedOrigin = 'https://partner.example'

/** A clock that only the test moves. */
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

type Given = Partial<Pick<ServerOptions, 'checkResponses' | 'clock' | 'database' | 'rateLimit'>>

/** The server in this process, in development, with a partner, an allowed origin and ways to make keys. */
export async function openPlatform(given: Given = {}) {
  const database =
    given.database ??
    (await openEmptyStore('server', (options) => openStore({ ...options, secretsKeys })))
  const server = await buildServer({ environment, operatorToken, ...given, database })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const { id: partner } = expectData(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Contract Travel' } }),
  )
  const origins = { [environment]: [allowedOrigin] }
  expectData(await operator.PATCH('/operator/v1/settings', { body: { origins } }))
  const issueKey = async (body: ApiKeyInput) => {
    const { key, apiKey } = expectData(await operator.POST('/operator/v1/keys', { body }))
    return { key, id: apiKey.id }
  }
  return {
    url: url ?? '',
    operatorUrl,
    operator,
    partner,
    database,
    createKey: (of: Environment = environment) =>
      issueKey({ partner, environment: of, label: 'tests' }),
    rotateKey: (keyId: string, overlapSeconds: number) =>
      issueKey({ replaces: keyId, overlapSeconds }),
    async revokeKey(keyId: string) {
      const params = { path: { keyId } }
      expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params }))
    },
    async close() {
      await server.close()
      if (!given.database) await database.close()
    },
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>
