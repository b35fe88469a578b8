import { startPostgres } from '@partner-platform/database/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/index.ts'
import { startPage } from './start-page.ts'

it('F7 answers 503 while the store is gone, and by itself once it is back', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  const location = { kind: 'postgres', url: await server.createDatabase() } as const
  const database = await openStore({ location, onError: () => {} })
  onTestFinished(() => database.close())
  const { json, logs, add } = await startPage(database)
  await add()
  const { body } = await json('/api/entries')
  const paths = ['/api/entries', `/api/entries/${body.entries[0].id}`]

  await server.kill()
  for (const path of paths) {
    expect(await json(path)).toMatchObject({ status: 503, body: { code: 'inbox-unavailable' } })
  }
  expect(logs).toContainEqual(
    expect.objectContaining({ event: 'failure', code: 'inbox-unavailable' }),
  )

  await server.restart()
  await expect.poll(async () => (await json('/api/entries')).status, { timeout: 10_000 }).toBe(200)
})
