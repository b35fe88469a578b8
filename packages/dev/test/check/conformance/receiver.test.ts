import { checkReceiver } from '@partner-platform/conformance'
import type { Database } from '@partner-platform/database'
import { openEmptyStore } from '@partner-platform/database/testing'
import { openStore } from '@partner-platform/receiver'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReferenceReceiver } from './open-reference-receiver.ts'

const secrets = [createSecret(), createSecret()]
const pauses = { slowBodyMs: 20, halfBodyMs: 100 }
/** A stalled sender is cut off soon, and a slow body still has several times the time that it needs. */
const limits = { requestTimeoutMs: 1_500, headersTimeoutMs: 1_500, checkIntervalMs: 100 }
let database: Database

beforeAll(async () => {
  database = await openEmptyStore('receiver', openStore)
})
afterAll(() => database?.close())

it('the reference receiver has no finding', async () => {
  const { url, effects, close } = await openReferenceReceiver({ database, secrets, limits })
  const report = await checkReceiver({
    ...{ url, secrets, effects, pauses, slow: true },
    effectsTimeoutMs: 20_000,
  })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  const unseen = report.results.filter(({ status }) => status === 'not-judged')
  expect(unseen.map(({ id }) => id)).toEqual(['constant-time'])
})

it('the reference receiver has no finding when it is to quarantine', async () => {
  const policy = 'quarantine'
  const { url, effects, close } = await openReferenceReceiver({ database, secrets, policy })
  const report = await checkReceiver({
    ...{ url, secrets, effects, pauses },
    effectsTimeoutMs: 20_000,
  })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  expect(report.ok).toBe(true)
})

it('the reference receiver has no finding when only its answers are seen', async () => {
  const { url, close } = await openReferenceReceiver({ database, secrets })
  const report = await checkReceiver({ url, secrets, pauses })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  expect(report.ok).toBe(true)
})
