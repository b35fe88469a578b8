import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildServer,
  createOperatorClient,
  createSecretsKey,
  openStore,
} from '@partner-platform/server'
import { expectData } from '../../../src/expect-data.ts'

const operatorToken = 'operator-token-of-the-conformance-tests'
const free = { host: '127.0.0.1', port: 0 }
export const allowedOrigin = 'https://partner.example'

/** The reference server, with everything that its checks can ask for. */
export async function openReferenceServer() {
  const secretsKeys = [createSecretsKey()]
  const database = await openEmptyStore('server', (options) =>
    openStore({ ...options, secretsKeys }),
  )
  const server = await buildServer({
    ...{ database, operatorToken, environment: 'development', checkResponses: true },
  })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const { id: partner } = expectData(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Conformance Travel' } }),
  )
  const issue = async (environment: 'development' | 'staging') =>
    expectData(
      await operator.POST('/operator/v1/keys', {
        body: { partner, environment, label: 'conformance' },
      }),
    )
  const [own, other, revoked] = [
    await issue('development'),
    await issue('staging'),
    await issue('development'),
  ]
  const params = { path: { keyId: revoked.apiKey.id } }
  expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params }))
  expectData(
    await operator.PATCH('/operator/v1/settings', {
      body: { origins: { development: [allowedOrigin] } },
    }),
  )
  return {
    url: url ?? '',
    ...{ apiKey: own.key, otherEnvironmentKey: other.key, revokedKey: revoked.key },
    async close() {
      await server.close()
      await database.close()
    },
  }
}
