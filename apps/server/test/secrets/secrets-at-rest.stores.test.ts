import { randomUUID } from 'node:crypto'
import { verifySignature } from '@partner-platform/webhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/index.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { makeParty } from '../make-party.ts'
import { openFileStore } from '../open-test-store.ts'
import { startReceiver } from '../start-receiver.ts'
import { startServer } from '../start-server.ts'
import { storeKind } from '../store-kind.ts'
import { dumpStore, isIn } from './dump-store.ts'
import { plainCipher } from './mutants.ts'

describe(storeKind, () => {
  let database: ServerDatabase
  beforeAll(async () => {
    database = await openFileStore(storeKind)
  })

  /** Creates an endpoint, rotates its secret and delivers. Returns the texts shown once, and a dump. */
  async function useSecrets(database: ServerDatabase) {
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
    const secrets = [party.secret, signer, await rotate(3_600)]
    await emit('RETURNED')
    await expect.poll(() => receiver.requests.length).toBe(1)
    const [request] = receiver.requests
    const signature = request?.headers['x-platform-signature']
    const key = await operator.POST('/operator/v1/keys', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { partner: party.partner, environment: 'development', label: 'canary' },
    })
    return {
      secrets,
      keys: [party.key, key.data?.key ?? ''],
      dump: await dumpStore(database),
      isSigned: await verifySignature({
        body: request?.body ?? '',
        signature: String(signature),
        secrets: [signer],
      }),
    }
  }

  it('I10 no table contains a secret or key, and deliveries are still signed', async () => {
    const { secrets, keys, dump, isSigned } = await useSecrets(database)
    expect(isSigned).toEqual({ ok: true })
    for (const text of [...secrets, ...keys])
      expect([text.length > 20, isIn(dump, text)]).toEqual([true, false])
    expect(dump).toContain('Canary Travel')
  })

  it('I10 finds the mutant that stores plain text', async () => {
    const secretCipher = plainCipher(database.secretCipher)
    const { secrets, dump } = await useSecrets({ ...database, secretCipher })
    expect(secrets.slice(1).map((secret) => isIn(dump, secret))).toEqual([true, true])
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
