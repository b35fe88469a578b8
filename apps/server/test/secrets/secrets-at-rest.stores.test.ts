import { randomUUID } from 'node:crypto'
import { verifySignature } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/index.ts'
import { makeParty } from '../make-party.ts'
import { openFileStore } from '../open-test-store.ts'
import { startReceiver } from '../start-receiver.ts'
import { startServer } from '../start-server.ts'
import { storeKind } from '../store-kind.ts'
import { dumpStore, isIn } from './dump-store.ts'

describe(storeKind, async () => {
  const database = await openFileStore(storeKind)

  it('I10 no table contains a secret or key, and deliveries are still signed', async () => {
    const receiver = await startReceiver()
    const { operator } = await startServer({
      database,
      role: 'all',
      worker: { pollMs: 20 },
      // The store's clock decides which secret signs.
      clock: systemClock,
    })
    const { emit, endpointId, ...party } = await makeParty(operator, { url: receiver.url })
    const rotate = async (overlapSeconds: number) => {
      const made = await operator.PATCH('/operator/v1/endpoints/{endpointId}', {
        params: { path: { endpointId }, header: { 'Idempotency-Key': randomUUID() } },
        body: { newSecret: { overlapSeconds } },
      })
      return made.data?.secret ?? ''
    }
    const signer = await rotate(0)
    const unused = await rotate(3_600)
    await emit('RETURNED')
    await expect.poll(() => receiver.requests.length).toBe(1)
    const [request] = receiver.requests
    const signature = String(request?.headers['x-platform-signature'])
    const signed = { body: request?.body ?? '', signature, secrets: [signer] }
    expect(await verifySignature(signed)).toEqual({ ok: true })
    const made = await operator.POST('/operator/v1/keys', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { partner: party.partner, environment: 'development', label: 'canary' },
    })
    const dump = await dumpStore(database)
    expect(dump).toContain('Canary Travel')
    for (const text of [party.secret, signer, unused, party.key, made.data?.key ?? ''])
      expect([text.length > 20, isIn(dump, text)]).toEqual([true, false])
  })

  it('a secret in the row of another endpoint signs nothing', async () => {
    const receiver = await startReceiver()
    const logs: string[] = []
    const { operator } = await startServer({
      database,
      role: 'all',
      worker: { pollMs: 20 },
      logger: (entry) => logs.push(JSON.stringify(entry)),
    })
    const [one, other] = [
      await makeParty(operator, { url: receiver.url }),
      await makeParty(operator, { url: receiver.url }),
    ]
    await database.query(
      `update endpoint_secrets as moved set secret = taken.secret from endpoint_secrets as taken
        where moved.endpoint_id = $1 and taken.endpoint_id = $2`,
      [one.endpointId, other.endpointId],
    )
    await one.emit('RETURNED')
    await expect.poll(() => logs.join()).toContain('"error":"SecretsKeyError"')
    await other.emit('RETURNED')
    await expect.poll(() => receiver.requests.length).toBe(1)
    expect(receiver.requests[0]?.body.toString()).toContain(other.submissionId)
  })
})
