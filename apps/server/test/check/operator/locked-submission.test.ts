import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { makeWorld } from '../../operator/a-world.ts'
import { startOperator } from '../../operator/start-operator.ts'

it('F13 a change that waits for a locked submission delays no other change', async () => {
  const operator = await startOperator('postgres')
  afterAll(() => operator.stop())
  const locked = (await makeWorld(operator)).submissionId
  const free = (await makeWorld(operator)).submissionId
  const change = async (submissionId: string) =>
    (await operator.call('changeStatus', { params: { submissionId }, body: { status: 'MOVED' } }))
      .status
  const settled: number[] = []
  const unlock = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const lock = operator.platform.database.transaction(async (tx) => {
    await tx.execute(`select 1 from submissions where id = '${locked}' for update`)
    isLocked.resolve()
    await unlock.promise
  })
  await isLocked.promise
  const waiting = [change(locked), change(locked)]
  for (const one of waiting) void one.then((status) => settled.push(status))
  expect(await Promise.all(Array.from({ length: 10 }, () => change(free)))).toEqual(
    Array(10).fill(202),
  )
  await delay(100)
  expect(settled).toEqual([])
  unlock.resolve()
  await lock
  expect(await Promise.all(waiting)).toEqual([202, 202])
})
