import { fileURLToPath } from 'node:url'
import { scaled } from '@partner-platform/harness'
import {
  expectData,
  openPlatform,
  operatorToken,
  type Platform,
} from '@partner-platform/server/testing'
import { messages } from '@partner-platform/types'
import { createSecret, parseWebhook } from '@partner-platform/webhooks'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arbitraryOf, type Schema } from '../src/arbitrary-of.ts'
import { deliveryClasses, type Payload } from '../src/deliveries/delivery-classes.ts'
import {
  type DeliveryCase,
  judgeDelivery,
  openReceiver,
  type Receiver,
} from '../src/deliveries/judge-delivery.ts'
import { type Document, follow, nodeAt } from '../src/document.ts'
import { createAjv, schemaSource } from '../src/judge/create-ajv.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { runWorkflows } from '../src/redocly/run-workflows.ts'
import { seed } from '../src/seed.ts'

const message = `#/components/messages/${messages.submissionUpdated.id}`
const [secret, otherSecret] = [createSecret(), createSecret()]
const secrets = [secret]
let document: Document
let sender: fc.Arbitrary<Payload>
let platform: Platform
let receiver: Receiver
let nowMs: number | null = null
const now = () => nowMs ?? Date.now()

beforeAll(async () => {
  const [{ asyncapi }, opened, receiving] = await Promise.all([
    bundleDocuments(),
    openPlatform(),
    openReceiver({ secrets: () => secrets, now }),
  ])
  document = asyncapi
  platform = opened
  receiver = receiving
  const payload = nodeAt(document, follow(document, `${message}/payload`)) as Schema
  sender = arbitraryOf(payload, schemaSource(document)) as fc.Arbitrary<Payload>
})
afterAll(async () => {
  await Promise.all([platform?.close(), receiver?.close()])
})

describe('deliveries of every class', () => {
  let checks = 0
  const check = (to: Receiver, deliveries: fc.Arbitrary<DeliveryCase>, runs: number) =>
    fc.check(
      fc.asyncProperty(deliveries, async (one) => {
        const setNow = (ms: number) => {
          nowMs = ms
        }
        const problems = await judgeDelivery({ receiver: to, secret, otherSecret, setNow }, one)
        expect(problems, one.kind).toEqual([])
      }),
      // Other bodies each time: the quarantine keeps the same bytes once.
      { seed: seed + checks++, numRuns: runs, endOnFailure: true },
    )

  it('D-005, D-006, D-007, D-008, D-009, D-024 are answered and kept as decided', async () => {
    for (const deliveries of deliveryClasses(sender)) {
      const details = await check(receiver, deliveries, Math.max(2, scaled(0.5)))
      expect(details.failed, fc.defaultReportMessage(details) ?? '').toBe(false)
    }
  })

  it.each([
    ['that accepts what it could not verify', { policy: 'quarantine' }],
    ['that verifies nothing', { verification: 'off' }],
    ['with another secret', { secrets: () => [otherSecret] }],
    ['whose clock stands', { now: () => Date.now() }],
  ] as const)('finds a receiver %s', async (_, wrong) => {
    const { database } = receiver
    // The same bytes are kept once: what an earlier test left would count against any receiver.
    await database.query('delete from quarantine')
    const odd = await openReceiver({ secrets: () => secrets, now, database, ...wrong })
    const { failed } = await check(odd, fc.oneof(...deliveryClasses(sender)), 300).finally(
      odd.close,
    )
    expect(failed).toBe(true)
  })
})

describe('a status change that crosses both documents', () => {
  const file = fileURLToPath(new URL('../workflows/change-status.arazzo.yaml', import.meta.url))
  const newest = async () => (await receiver.view.list({ limit: 1 })).entries[0]
  const changeStatus = async () => {
    const { key: apiKey } = await platform.createKey()
    const inputs = { apiKey, operatorToken, partner: platform.partner }
    const servers = { platform: platform.url, operator: platform.operatorUrl }
    return runWorkflows({ file, inputs, servers })
  }

  it('3.trigger, 4.2.method, 6.1.1 goes from the list of countries to a verified webhook', async () => {
    nowMs = null
    const { partner } = platform
    const body = { partner, environment: 'development', url: receiver.url } as const
    const made = expectData(await platform.operator.POST('/operator/v1/endpoints', { body }))
    secrets.push(made.secret)
    const { ok, output, steps } = await changeStatus()
    expect(ok, output).toBe(true)
    expect([...new Set(steps.map((step) => step.join()))]).toEqual([
      'grantVisa/listCountries,200',
      'grantVisa/createSubmission,201',
      'grantVisa/changeStatus,202',
      'grantVisa/awaitDelivery,200',
    ])
    const detail = await receiver.view.read((await newest())?.id ?? '')
    const { body: bytes = new Uint8Array() } = detail ?? {}
    const headers = (detail?.headers ?? []).map(([name, value]): [string, string] => [name, value])
    const given = { body: bytes, headers }
    const parsed = await parseWebhook({ ...given, secrets: [made.secret] })
    expect(parsed).toMatchObject({ ok: true, notes: [] })
    const written = createAjv(document).at(`${message}/payload`)
    expect(written(JSON.parse(`${Buffer.from(bytes)}`))).toBe(true)
    expect(parsed.ok && parsed.event.submission.status).toBe('VISA_GRANTED')
    const byOther = await parseWebhook({ ...given, secrets: [otherSecret] })
    expect(byOther).toMatchObject({ ok: false, code: 'signature-mismatch' })
  })

  it('does not end well where the receiver has another secret', async () => {
    secrets.splice(0, secrets.length, otherSecret)
    const { ok } = await changeStatus()
    expect(ok).toBe(false)
    expect(await newest()).toMatchObject({ state: 'quarantined', code: 'signature-mismatch' })
  })
})
