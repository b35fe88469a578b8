import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/generated/index.ts'
import { makeWorld, requests } from '../../operator/a-world.ts'
import { startOperator, type TestOperator } from '../../operator/start-operator.ts'

const all = Object.values(operations)
const writes = all.filter(({ method }) => method !== 'GET').map(({ id }) => id)

let count = 0
const nextKey = () => `key-${++count}`

describe('postgres, with a second connection', () => {
  let operator: TestOperator
  beforeAll(async () => {
    operator = await startOperator('postgres')
  })
  afterAll(() => operator.stop())

  /** Another transaction that has the key, until it is released. */
  async function hold(key: string) {
    const lock = createHash('sha256').update(key).digest().readBigInt64BE()
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const ended = operator.platform.write(async ({ tx }) => {
      await tx.execute(`select pg_advisory_xact_lock(${lock})`)
      held.resolve()
      await released.promise
    })
    await held.promise
    return async () => {
      released.resolve()
      await ended
    }
  }

  it.each(writes)('D-028 %s does not wait for one with its key that is under way', async (id) => {
    const asked = { ...requests[id](await makeWorld(operator)), idempotencyKey: nextKey() }
    const release = await hold(asked.idempotencyKey)
    const startedMs = performance.now()
    const reply = await operator.call(id, asked)
    expect([reply.status, reply.json.error.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    await release()
    expect((await operator.call(id, asked)).status).toBeLessThan(300)
  })
})
