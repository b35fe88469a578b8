import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore as openReceiverStore,
} from '@partner-platform/receiver'
import {
  buildServer,
  createOperatorClient,
  createSecretsKey,
  openStore,
} from '@partner-platform/server'
import type { Submission } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll } from 'vitest'

const free = { host: '127.0.0.1', port: 0 }
const environment = 'development'
const operatorToken = 'operator-token-of-the-docs-tests'

function dataOf<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data === undefined) throw new Error(`The operator surface answered ${response.status}.`)
  return data
}

/** The reference server, with a partner, a key, and an endpoint whose address can change. */
async function openPlatform() {
  const secretsKeys = [createSecretsKey()]
  const database = await openEmptyStore('server', (options) =>
    openStore({ ...options, secretsKeys }),
  )
  const server = await buildServer({ database, environment, operatorToken, checkResponses: true })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const { id: partner } = dataOf(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Docs Travel' } }),
  )
  const { key: apiKey } = dataOf(
    await operator.POST('/operator/v1/keys', { body: { partner, environment, label: 'docs' } }),
  )
  const { endpoint, secret } = dataOf(
    await operator.POST('/operator/v1/endpoints', {
      body: { partner, environment, url: 'http://127.0.0.1:9/' },
    }),
  )
  return {
    url: url ?? '',
    apiKey,
    secret,
    /** Sends webhooks to the address from now on. */
    async sendTo(callbackUrl: string) {
      const params = { path: { endpointId: endpoint.id } }
      const body = { url: callbackUrl }
      dataOf(await operator.PATCH('/operator/v1/endpoints/{endpointId}', { params, body }))
    },
    /** Makes a submission and changes its status, which sends a webhook. */
    async changeStatus({ contactStatus, visa, applicant, status }: Submission) {
      const submission = { contactStatus, visa, applicant, status: 'SUBMITTED' }
      const { id: submissionId } = dataOf(
        await operator.POST('/operator/v1/submissions', {
          body: { partner, environment, ...submission },
        }),
      )
      dataOf(
        await operator.POST('/operator/v1/submissions/{submissionId}/status', {
          params: { path: { submissionId } },
          body: { status },
        }),
      )
      return submissionId
    },
    async close() {
      await server.close()
      await database.close()
    },
  }
}

/** The reference receiver, with its own secret. */
async function openReceiver(secret = createSecret()) {
  const database = await openEmptyStore('receiver', openReceiverStore)
  const receiver = await buildReceiver({ database, environment, secrets: [secret] })
  const { url } = await receiver.listen(free)
  return {
    url: url + defaultCallbackPath,
    secret,
    entries: async () => (await receiver.view.list({ limit: 50 })).entries,
    async close() {
      await receiver.close()
      await database.close()
    },
  }
}

type Apps = {
  platform: Awaited<ReturnType<typeof openPlatform>>
  receiver: Awaited<ReturnType<typeof openReceiver>>
}

let apps: Apps
beforeAll(async () => {
  const [platform, receiver] = await Promise.all([openPlatform(), openReceiver()])
  apps = { platform, receiver }
})
afterAll(() => Promise.all([apps.platform.close(), apps.receiver.close()]))

/** The reference server and the reference receiver that all tests in a file share. */
export const useApps = (): Apps => apps
