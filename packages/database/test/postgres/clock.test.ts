import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../src/testing/index.ts'
import { openTestDatabase } from '../open-test-database.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())
afterEach(() => {
  vi.useRealTimers()
})

const hourMs = 3_600_000

describe('F8 a clock of the process that is set', () => {
  it('back by an hour does not keep a silent worker its job for as long', async () => {
    const database = await openTestDatabase({
      kind: 'postgres',
      url: await server.createDatabase(),
    })
    const id = await database.jobs.send('work', {})
    expect(await database.jobs.fetch('work')).toMatchObject([{ id }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs })
    const started = performance.now()
    while ((await database.jobs.fetch('work')).length === 0) {
      expect(performance.now() - started).toBeLessThan(20_000)
      await delay(50)
    }
    await database.close()
  })
})
