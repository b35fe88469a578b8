import { checkReceiver, checkServer, type Effect } from '@partner-platform/conformance'
import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore as openReceiverStore,
  type ReceiverOptions,
} from '@partner-platform/receiver'
import { allowedOrigin, openPlatform } from '@partner-platform/server/testing'
import { createSecret } from '@partner-platform/webhooks'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

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
})

it('the reference server has no finding, and every check can be judged', async () => {
  const platform = await openPlatform({ checkResponses: true })
  onTestFinished(() => platform.close())
  const { key: apiKey } = await platform.createKey()
  const { key: otherEnvironmentKey } = await platform.createKey('staging')
  const { key: revokedKey, id } = await platform.createKey()
  await platform.revokeKey(id)
  const report = await checkServer({
    baseUrl: platform.url,
    apiKey,
    otherEnvironmentKey,
    revokedKey,
    allowedOrigin,
    exhaustLimit: true,
  })
  expect(findingsOf(report)).toEqual([])
  expect(unseenBy(report)).toEqual([])
})
