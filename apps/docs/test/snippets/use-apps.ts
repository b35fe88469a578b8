import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore as openReceiverStore,
} from '@partner-platform/receiver'
import { expectData, openPlatform } from '@partner-platform/server/testing'
import type { Submission } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll } from 'vitest'

const free = { host: '127.0.0.1', port: 0 }
const environment = 'development'

/** The reference server, with a key, and an endpoint whose address can change. */
async function openServer() {
  const platform = await openPlatform({ checkResponses: true })
  const { operator, partner } = platform
  const { key: apiKey } = await platform.createKey()
  const { endpoint, secret } = expectData(
    await operator.POST('/operator/v1/endpoints', {
      body: { partner, environment, url: 'http://127.0.0.1:9/' },
    }),
  )
  return {
    url: platform.url,
    apiKey,
    secret,
    /** Sends webhooks to the address from now on. */
    async sendTo(callbackUrl: string) {
      const params = { path: { endpointId: endpoint.id } }
      const body = { url: callbackUrl }
      expectData(await operator.PATCH('/operator/v1/endpoints/{endpointId}', { params, body }))
    },
    /** Makes a submission and changes its status, which sends a webhook. */
    async changeStatus({ contactStatus, visa, applicant, status }: Submission) {
      const submission = { contactStatus, visa, applicant, status: 'SUBMITTED' }
      const body = { partner, environment, ...submission } as const
      const made = expectData(await operator.POST('/operator/v1/submissions', { body }))
      const params = { path: { submissionId: made.id } }
      const path = '/operator/v1/submissions/{submissionId}/status'
      expectData(await operator.POST(path, { params, body: { status } }))
      return made.id
    },
    close: platform.close,
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
  platform: Awaited<ReturnType<typeof openServer>>
  receiver: Awaited<ReturnType<typeof openReceiver>>
}

let apps: Apps
beforeAll(async () => {
  const [platform, receiver] = await Promise.all([openServer(), openReceiver()])
  apps = { platform, receiver }
})
afterAll(() => Promise.all([apps.platform.close(), apps.receiver.close()]))

/** The reference server and the reference receiver that all tests in a file share. */
export const useApps = (): Apps => apps
