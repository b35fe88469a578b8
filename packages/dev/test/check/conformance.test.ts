import { checkReceiver, checkServer, type Effect } from '@partner-platform/conformance'
import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore as openReceiverStore,
  type ReceiverOptions,
} from '@partner-platform/receiver'
import {
  buildServer,
  createOperatorClient,
  createSecretsKey,
  openStore,
} from '@partner-platform/server'
import { createSecret } from '@partner-platform/webhooks'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectData } from '../../src/prepare-partner.ts'

const free = { host: '127.0.0.1', port: 0 }
const findingsOf = ({ results }: { results: readonly { finding: boolean }[] }) =>
  results.filter(({ finding }) => finding)
const unseenBy = ({ results }: { results: readonly { id: string; status: string }[] }) =>
  results.filter(({ status }) => status === 'not-judged').map(({ id }) => id)

describe('the reference receiver', () => {
  const secrets = [createSecret(), createSecret()]
  const pauses = { slowBodyMs: 20, halfBodyMs: 100 }
  const effectsTimeoutMs = 20_000

  let database: Awaited<ReturnType<typeof openReceiverStore>>
  beforeAll(async () => {
    database = await openEmptyStore('receiver', openReceiverStore)
    return () => database.close()
  })

  /** The reference receiver, with a handler that notes what it acts on. */
  async function open(options: Pick<ReceiverOptions, 'policy' | 'limits'> = {}) {
    const effects: Effect[] = []
    const receiver = await buildReceiver({
      database,
      secrets,
      ...options,
      handle({ submission: { uuid, status } }, { superseded }) {
        if (!superseded) effects.push({ uuid, status })
      },
    })
    onTestFinished(() => receiver.close())
    const { url } = await receiver.listen(free)
    return { url: url + defaultCallbackPath, effects: () => effects }
  }

  it('has no finding', async () => {
    // A stalled sender is cut off soon, and a slow body still has several times the time that it needs.
    const limits = { requestTimeoutMs: 1_500, headersTimeoutMs: 1_500, checkIntervalMs: 100 }
    const receiver = await open({ limits })
    const report = await checkReceiver({
      ...receiver,
      secrets,
      pauses,
      effectsTimeoutMs,
      slow: true,
    })
    expect(findingsOf(report)).toEqual([])
    expect(unseenBy(report)).toEqual(['constant-time'])
  })

  it('has no finding if its policy is to quarantine', async () => {
    const receiver = await open({ policy: 'quarantine' })
    const report = await checkReceiver({ ...receiver, secrets, pauses, effectsTimeoutMs })
    expect([findingsOf(report), report.ok]).toEqual([[], true])
  })

  it('has no finding if only its answers are seen', async () => {
    const { url } = await open()
    const report = await checkReceiver({ url, secrets, pauses })
    expect([findingsOf(report), report.ok]).toEqual([[], true])
  })
})

it('the reference server has no finding, and every check can be judged', async () => {
  const operatorToken = 'operator-token-of-the-conformance-tests'
  const allowedOrigin = 'https://partner.example'
  const secretsKeys = [createSecretsKey()]
  const database = await openEmptyStore('server', (options) =>
    openStore({ ...options, secretsKeys }),
  )
  const server = await buildServer({
    database,
    operatorToken,
    environment: 'development',
    checkResponses: true,
  })
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  const { url, operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const { id: partner } = expectData(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Conformance Travel' } }),
  )
  const issue = async (environment: 'development' | 'staging') => {
    const body = { partner, environment, label: 'conformance' }
    return expectData(await operator.POST('/operator/v1/keys', { body }))
  }
  const own = await issue('development')
  const other = await issue('staging')
  const revoked = await issue('development')
  const params = { path: { keyId: revoked.apiKey.id } }
  expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params }))
  expectData(
    await operator.PATCH('/operator/v1/settings', {
      body: { origins: { development: [allowedOrigin] } },
    }),
  )
  const report = await checkServer({
    baseUrl: url ?? '',
    apiKey: own.key,
    otherEnvironmentKey: other.key,
    revokedKey: revoked.key,
    allowedOrigin,
    exhaustLimit: true,
  })
  expect(findingsOf(report)).toEqual([])
  expect(unseenBy(report)).toEqual([])
})
