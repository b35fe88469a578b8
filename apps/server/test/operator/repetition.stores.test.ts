import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { constants, operations } from '../../src/generated/index.ts'
import { answerOnce, KeyTakenError, purgeIdempotencyKeys } from '../../src/operator/answer-once.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import { idempotencyKeys, partners } from '../../src/store/schema.ts'
import { storeKind } from '../store-kind.ts'
import { makeWorld, requests, secretRequests } from './a-world.ts'
import { startOperator } from './start-operator.ts'

const all = Object.values(operations)
const writes = all.filter(({ method }) => method !== 'GET').map(({ id }) => id)
const plainIds = writes.filter((id) => id !== 'createKey' && id !== 'createEndpoint')

let count = 0
const nextKey = () => `key-${++count}`
const toRequest = (key: string) => ({
  keyed: { key, method: 'POST', path: '/x', body: {}, requestId: 'r' },
})

describe(storeKind, async () => {
  const operator = await startOperator(storeKind)
  /** Never changes: used only for refused requests. */
  const world = await makeWorld(operator)
  afterAll(() => operator.close())

  const countOf = async (table: 'partners' | 'idempotency_keys') => {
    const rows = await operator.platform.database.query<{ count: number }>(
      `select count(*)::integer as count from ${table}`,
    )
    return rows[0]?.count
  }
  const createPartner = (idempotencyKey: string, companyName = 'Twice') =>
    operator.call('createPartner', { body: { companyName }, idempotencyKey })

  it.each(plainIds)('D-028 %s repeats its answer byte for byte', async (id) => {
    const asked = { ...requests[id](await makeWorld(operator)), idempotencyKey: nextKey() }
    const first = await operator.call(id, asked)
    expect(first.status).toBeLessThan(300)
    operator.platform.clock.advance(1_000)
    const again = await operator.call(id, asked)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
  })

  it.each(Object.entries(secretRequests))(
    'D-028 %s does not repeat its secret',
    async (name, request) => {
      const id = name.replace(/,.*/, '') as OperatorId
      const asked = { ...request(await makeWorld(operator)), idempotencyKey: nextKey() }
      const first = await operator.call(id, asked)
      expect(first.status).toBeLessThan(300)
      const again = await operator.call(id, asked)
      expect([again.status, again.json.error.code]).toEqual([409, 'answer_shown_once'])
      const rows = await operator.platform.database.query('select * from idempotency_keys')
      const secret = first.json.key ?? first.json.secret
      expect(JSON.stringify(rows)).not.toContain(secret)
    },
  )

  it('D-028 refuses the key of another operation, body or path', async () => {
    const idempotencyKey = nextKey()
    await createPartner(idempotencyKey, 'One')
    const refused = { code: 'idempotency_key_reused' }
    for (const id of writes) {
      const { status, json } = await operator.call(id, { ...requests[id](world), idempotencyKey })
      expect([status, json.error]).toMatchObject([422, refused])
    }
    expect((await createPartner(idempotencyKey, 'Other')).json.error).toMatchObject(refused)
    const other = nextKey()
    const revoke = (keyId: string) =>
      operator.call('revokeKey', { params: { keyId }, idempotencyKey: other })
    expect((await revoke(randomUUID())).status).toBe(404)
    expect((await revoke(randomUUID())).json.error).toMatchObject(refused)
  })

  it('D-028 handles concurrent requests with one key only once', async () => {
    const before = (await countOf('partners')) ?? 0
    const idempotencyKey = nextKey()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => createPartner(idempotencyKey, 'Many')),
    )
    const done = replies.filter(({ status }) => status === 201)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    const others = replies.filter(({ status }) => status !== 201)
    for (const { status, json } of others) {
      expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use'])
    }
    expect(await countOf('partners')).toBe(before + 1)
    expect((await createPartner(idempotencyKey, 'Many')).text).toBe(done[0]?.text)
  })

  it('D-028 repeats a refusal, and judges the request anew without the key', async () => {
    const { deliveryId, endpointId } = await makeWorld(operator)
    const body = { delivery: deliveryId }
    await operator.ok('replayDeliveries', { body })
    const idempotencyKey = nextKey()
    const first = await operator.call('replayDeliveries', { body, idempotencyKey })
    expect(first.status).toBe(409)
    await operator.platform.end(endpointId, 'dead-letter', 10)
    const again = await operator.call('replayDeliveries', { body, idempotencyKey })
    const without = ({ text, json }: typeof first) => text.replace(json.error.requestId, '')
    expect([again.status, without(again)]).toEqual([409, without(first)])
    expect(again.json.error.requestId).not.toBe(first.json.error.requestId)
    expect((await operator.call('replayDeliveries', { body })).status).toBe(202)
  })

  it('D-028 a malformed request does not use up its key', async () => {
    const idempotencyKey = nextKey()
    const malformed = await operator.call('createPartner', { body: {}, idempotencyKey })
    expect(malformed.status).toBe(422)
    expect((await createPartner(idempotencyKey)).status).toBe(201)
  })

  it('D-028 forgets an answer after its time, but not before', async () => {
    const { clock, orm } = operator.platform
    const idempotencyKey = nextKey()
    const first = await createPartner(idempotencyKey)
    clock.advance(constants.operatorIdempotencySeconds * 1000 - 1)
    expect((await createPartner(idempotencyKey)).text).toBe(first.text)
    clock.advance(1)
    const anew = await createPartner(idempotencyKey)
    expect(anew.status).toBe(201)
    expect(anew.text).not.toBe(first.text)
    expect((await createPartner(idempotencyKey)).text).toBe(anew.text)
    expect(await countOf('idempotency_keys')).toBeGreaterThan(1)
    await purgeIdempotencyKeys(orm, clock)
    expect(await countOf('idempotency_keys')).toBe(1)
  })

  it('D-028 failed work leaves no trace, and can be repeated', async () => {
    const { write } = operator.platform
    const request = toRequest(nextKey())
    const failing = write((context) =>
      answerOnce([request], context, () => Promise.reject(new Error('broken'))),
    )
    await expect(failing).rejects.toThrow('broken')
    const done = { status: 200, body: 'done' }
    expect(await write((context) => answerOnce([request], context, async () => [done]))).toEqual([
      done,
    ])
  })

  it('D-028 rolls back the work if another request took the key in the meantime', async () => {
    const { write, database } = operator.platform
    const key = nextKey()
    const partner = randomUUID()
    const taken = write((context) => {
      const createdAt = new Date(context.clock.wallMs())
      const work = async () => {
        await context.tx.insert(partners).values({ id: partner, companyName: 'Undone' })
        // Like another transaction, on an engine without advisory locks.
        await context.tx
          .insert(idempotencyKeys)
          .values({ key, request: 'other', status: 200, body: '', createdAt })
        return [{ status: 200 }]
      }
      return answerOnce([toRequest(key)], context, work)
    })
    await expect(taken).rejects.toBeInstanceOf(KeyTakenError)
    const rows = await database.query('select * from partners where id = $1', [partner])
    expect(rows).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['beyond ASCII', 'clé'],
    ['sent twice', 'one, two'],
  ])('D-028 refuses a key that is %s', async (_name, value) => {
    const headers = { 'idempotency-key': value }
    const reply = await operator.call('createPartner', { body: { companyName: 'x' }, headers })
    expect(reply.status).toBe(400)
    expect(reply.json.error.issues[0].path).toBe('/headers/Idempotency-Key')
  })

  it('D-028 accepts the longest key and every visible character', async () => {
    const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(
      '',
    )
    for (const key of ['k'.repeat(255), visible])
      expect((await createPartner(key)).status).toBe(201)
  })
})
