import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, DatabaseOptions } from '@partner-platform/database'
import { copyStore } from '@partner-platform/database/testing'
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
import { packageFolder } from '../../src/folders.ts'

const free = { host: '127.0.0.1', port: 0 }
const environment = 'development'
const operatorToken = 'operator-token-of-the-docs-tests'

function dataOf<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data === undefined) throw new Error(`The operator surface answered ${response.status}.`)
  return data
}

type OpenStore<D> = (options: Pick<DatabaseOptions, 'location'>) => Promise<D>

const secretsKeys = [createSecretsKey()]

/** An app's empty embedded store, in its own folder, which is removed on close. */
async function openStoreOf<D extends Database>(app: string, openStore: OpenStore<D>) {
  const open = (folder: string) => openStore({ location: { kind: 'embedded', folder } })
  const folder = await copyStore({ app: join(packageFolder, '..', app), open })
  const database = await open(folder)
  const close = async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, close }
}

/** The reference server, with a partner, a key, and an endpoint whose address can change. */
export async function openPlatform() {
  const { database, close } = await openStoreOf('server', (options) =>
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
  const endpoint = dataOf(
    await operator.POST('/operator/v1/endpoints', {
      body: { partner, environment, url: 'http://127.0.0.1:9/' },
    }),
  )
  return {
    url: url ?? '',
    apiKey,
    /** What the server signs with. */
    secret: endpoint.secret,
    /** Has webhooks go to the address from now on. */
    async sendTo(callbackUrl: string) {
      const params = { path: { endpointId: endpoint.endpoint.id } }
      const body = { url: callbackUrl }
      dataOf(await operator.PATCH('/operator/v1/endpoints/{endpointId}', { params, body }))
    },
    /** Makes a submission and changes its status, which sends a webhook. */
    async changeStatus({ contactStatus, visa, applicant, status }: Submission) {
      const made = dataOf(
        await operator.POST('/operator/v1/submissions', {
          body: {
            ...{ partner, environment, contactStatus, visa, applicant },
            status: 'SUBMITTED',
          },
        }),
      )
      const params = { path: { submissionId: made.id } }
      const body = { status }
      dataOf(
        await operator.POST('/operator/v1/submissions/{submissionId}/status', { params, body }),
      )
      return made.id
    },
    async close() {
      await server.close()
      await close()
    },
  }
}

/** The reference receiver, with a secret of its own. */
export async function openReceiver(secret: string) {
  const { database, close } = await openStoreOf('receiver', openReceiverStore)
  const receiver = await buildReceiver({ database, environment, secrets: [secret] })
  const { url } = await receiver.listen(free)
  return {
    url: url + defaultCallbackPath,
    secret,
    entries: async () => (await receiver.view.list({ limit: 50 })).entries,
    async close() {
      await receiver.close()
      await close()
    },
  }
}
