import { createHash } from 'node:crypto'
import { type PostgresServer, startPostgres } from '@partner-platform/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/generated/index.ts'
import type { OperatorId } from '../../../src/operator/answers.ts'
import { openStoreOn } from '../../open-test-store.ts'
import { makeWorld, requests, type World } from '../../operator/a-world.ts'
import { startOperator, type TestOperator } from '../../operator/start-operator.ts'
import { unavailable } from '../../operator/unavailable.ts'

const all = Object.values(operations)
const ids = all.map(({ id }) => id)
const isWrite = (id: OperatorId) => operations[id].method !== 'GET'

describe('an unavailable Postgres', () => {
  let server: PostgresServer
  let operator: TestOperator
  let world: World
  beforeAll(async () => {
    server = await startPostgres()
    operator = await startOperator(await openStoreOn(server.createDatabase()))
    world = await makeWorld(operator)
  })
  afterAll(async () => {
    await operator.close()
    await operator.platform.database.close()
    await server.remove()
  })

  const expectUnavailable = (id: OperatorId) => unavailable(id, { operator, world })

  const recovered = () =>
    expect
      .poll(
        async () => (await operator.call('createPartner', requests.createPartner(world))).status,
        { timeout: 10_000 },
      )
      .toBe(201)

  it('F7 every operation answers 503 while it is stopped, and works again when it is back', async () => {
    await server.stop()
    for (const id of ids) await expectUnavailable(id)
    await server.restart()
    await recovered()
    for (const id of ids) {
      const { status, text } = await operator.call(id, requests[id](await makeWorld(operator)))
      expect(status, `${id} ${text}`).toBeLessThan(300)
    }
  }, 120_000)

  it('F7 many changes at once do not wait for each other while it hangs', async () => {
    const change = () => operator.call('changeStatus', requests.changeStatus(world))
    await server.freeze()
    const startedMs = performance.now()
    // Six groups: one after the other, they would take about 15 s.
    const replies = await Promise.all(Array.from({ length: 600 }, change)).finally(server.thaw)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    await recovered()
  }, 60_000)

  it('F7 a cut connection fails at most one call', async () => {
    const { database } = operator.platform
    const cut = () =>
      database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
    for (let count = 0; count < 3; count++) {
      // Wait for connections to cut other than this one.
      await expect
        .poll(async () => {
          await Promise.all(ids.map(() => operator.call('listPartners')))
          return (await cut()).length
        })
        .toBeGreaterThan(0)
      const statuses: number[] = []
      for (let call = 0; call < 5; call++) {
        statuses.push((await operator.call('listPartners')).status)
      }
      expect(statuses.filter((status) => status !== 200).every((status) => status === 503)).toBe(
        true,
      )
      expect(statuses.at(-1)).toBe(200)
    }
  })

  it('F6 while it is read-only, writes answer 503 and reads work; writes work again afterwards', async () => {
    const { database, write } = operator.platform
    const [row] = await database.query<{ name: string }>('select current_database() as name')
    const setReadOnly = (value: 'on' | 'off') =>
      write(async ({ tx }) => {
        await tx.execute('set transaction read write')
        await tx.execute(`alter database ${row?.name} set default_transaction_read_only = ${value}`)
      })
    const restart = async () => {
      await server.stop()
      await server.restart()
      await expect
        .poll(async () => (await operator.call('listPartners')).status, { timeout: 10_000 })
        .toBe(200)
    }
    await setReadOnly('on')
    await restart()
    for (const id of ids.filter(isWrite)) await expectUnavailable(id)
    for (const id of ids.filter((one) => !isWrite(one))) {
      expect((await operator.call(id, requests[id](world))).status).toBe(200)
    }
    await setReadOnly('off')
    await restart()
    await recovered()
  }, 60_000)

  /** Locks the key in another transaction until released. */
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

  it.each(ids.filter(isWrite))(
    'D-028 %s does not wait for a concurrent request with its key',
    async (id) => {
      const asked = { ...requests[id](await makeWorld(operator)), idempotencyKey: `key-of-${id}` }
      const release = await hold(asked.idempotencyKey)
      const startedMs = performance.now()
      const { status, json } = await operator.call(id, asked)
      expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use'])
      expect(performance.now() - startedMs).toBeLessThan(2_000)
      await release()
      expect((await operator.call(id, asked)).status).toBeLessThan(300)
    },
  )
})
