import { checkReceiver } from '@partner-platform/conformance'
import { createSecret } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { openReferenceReceiver } from './open-reference-receiver.ts'

const secrets = [createSecret(), createSecret()]

it.each([
  ['reject', { slow: true }],
  ['quarantine', { slow: false }],
] as const)('the reference receiver has no finding when it is to %s', async (policy, { slow }) => {
  const { url, effects, close } = await openReferenceReceiver({
    ...{ secrets, policy },
    limits: { requestTimeoutMs: 3_000, headersTimeoutMs: 3_000 },
  })
  const report = await checkReceiver({
    ...{ url, secrets, effects, slow },
    effectsTimeoutMs: 20_000,
  })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  const unseen = report.results.filter(({ status }) => status === 'not-judged')
  expect(unseen.map(({ id }) => id)).toEqual(['constant-time', ...(slow ? [] : ['stalled-body'])])
})

it('the reference receiver has no finding when only its answers are seen', async () => {
  const { url, close } = await openReferenceReceiver({ secrets })
  const report = await checkReceiver({ url, secrets })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  expect(report.ok).toBe(true)
})
