import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { makeWorld } from '../../operator/a-world.ts'
import { startOperator } from '../../operator/start-operator.ts'

it.each([
  ['a locked submission', 'submissions', 'submissionId'],
  ['a locked endpoint', 'endpoints', 'endpointId'],
] as const)('F13 changes that wait for %s delay nothing else', async (_what, table, id) => {
  const operator = await startOperator('postgres')
  onTestFinished(() => operator.close())
  const { database } = operator.platform
  const [locked, free] = [await makeWorld(operator), await makeWorld(operator)]
  const change = async ({ submissionId }: typeof locked) => {
    const asked = { params: { submissionId }, body: { status: 'MOVED' } }
    return (await operator.call('changeStatus', asked)).status
  }
  const isLocked = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  const lock = database.transaction(async (tx) => {
    await tx.execute(`select from ${table} where id = '${locked[id]}' for update`)
    isLocked.resolve()
    await unlock.promise
  })
  await isLocked.promise
  let answered = 0
  // More than the store has connections.
  const waiting = Array.from({ length: 25 }, () => change(locked).finally(() => answered++))
  const others = Array.from({ length: 25 }, () => change(free))
  expect(new Set(await Promise.all(others))).toEqual(new Set([202]))
  await delay(100)
  await operator.ok('listSubmissions')
  expect(answered).toBe(0)
  unlock.resolve()
  await lock
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([202]))
})
