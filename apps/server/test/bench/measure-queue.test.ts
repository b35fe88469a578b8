import { expect, it, onTestFinished } from 'vitest'
import { openQueue } from '../../bench/measure-queue.ts'
import { openStore } from '../../src/index.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { copyTemplate } from '../open-test-store.ts'

it('counts the jobs of all lanes', async () => {
  const location = { kind: 'embedded', folder: await copyTemplate() } as const
  const queue = await openQueue(location)
  const startMs = performance.now()
  const measured = await queue.measure({ lanes: 4, batchSize: 1, forMs: 100 })
  const seconds = (performance.now() - startMs) / 1000
  await queue.close()
  const database = await openStore({ location, secretsKeys })
  onTestFinished(() => database.close())
  const text = `select 1 from pgboss.job where state = 'completed'`
  const { length } = await database.query(text)
  expect(length).toBeGreaterThan(1)
  expect(measured['per second'] * seconds).toBeGreaterThanOrEqual(length)
})
