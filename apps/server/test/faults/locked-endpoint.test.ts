import { until } from '@partner-platform/settings/testing'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { audit } from '../../src/testing/audit.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

/** Longer than the store lets a statement wait. */
const lockedMs = 4_000

const store = useStore('postgres')

it('F13 an endpoint that somebody has locked holds up its own attempts, and no others', async () => {
  const database = await store.empty()
  let isFailing = true
  const room = await openRoom(
    {
      database,
      answer: ({ endpoint }) => ({ status: isFailing && endpoint === 'odd' ? 500 : 202 }),
    },
    { onTestFinished },
  )
  const odd = await room.makeParty('odd')
  const well = await room.makeParty('well')
  const id = await room.emit(odd.submission)
  let isLocked = false
  const locked = database.transaction(async (tx) => {
    await tx.execute(sql`select from endpoints where id = ${odd.endpointId} for update`)
    isLocked = true
    const endMs = performance.now() + lockedMs
    // A connection that did nothing would be closed.
    await until(
      async () => {
        await tx.execute(sql`select 1`)
        return performance.now() >= endMs
      },
      { what: 'the end of the lock', everyMs: 100 },
    )
    isLocked = false
  })
  await until(() => isLocked, { what: 'the lock' })
  await room.work()
  await until(() => room.receiver.arrivals.length > 0, { what: 'the attempt that fails' })
  // One after the other: whoever waited for the lock now and then would be late for some of them.
  for (let made = 0; made < 10; made++) {
    const other = await room.emit(await well.makeSubmission())
    await room.untilDelivery(other, { state: 'delivered' })
  }
  expect(isLocked).toBe(true)
  expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0, jobs: 1 })
  await locked
  await room.untilDelivery(id, { attempts: 1, outcome: 'refused' })
  expect(await room.endpoint(odd.endpointId)).toMatchObject({ failures: 1 })
  isFailing = false
  await room.makeDue()
  await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
  // Nothing was made again because it could not be written down.
  expect(room.receiver.arrivals).toHaveLength(12)
  expect(room.logs.filter((line) => line.includes('failure'))).toEqual([])
  const { problems } = await audit({ query: database.query, ...room })
  expect(problems).toEqual([])
})
