import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsInContent, rowsInStore, writeOldStore } from '@partner-platform/database/testing'
import { expect, it, onTestFinished } from 'vitest'
import { buildReceiver, openStore } from '../../../src/index.ts'
import { handleQueue } from '../../../src/store/open-store.ts'

// All that a receiver of that commit had in its store after a scripted run.
const { nowMs, ...content } = JSON.parse(
  readFileSync(join(import.meta.dirname, '291a6a0.json'), 'utf8'),
)
const migrationsFolder = join(import.meta.dirname, '../../../migrations')

it('F29 handles what a folder of 291a6a0 still had to handle', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const location = { kind: 'embedded', folder: join(parent, 'store') } as const
  await writeOldStore(content, {
    location,
    migrationsFolder,
    migrations: content.migrations,
    queues: [{ name: handleQueue, expireInSeconds: 60 }],
  })
  const database = await openStore({ location })
  onTestFinished(() => database.close())
  expect(await rowsInStore(database, content)).toEqual(rowsInContent(content))
  const handled: string[] = []
  const receiver = await buildReceiver({
    database,
    now: () => nowMs,
    secrets: content.secrets,
    handle: ({ submission }) => void handled.push(submission.status),
  })
  onTestFinished(() => receiver.close())
  await receiver.listen({ host: '127.0.0.1', port: 0 })
  await expect.poll(() => handled).toEqual(['WAIT'])
  const states = async () => {
    const { entries } = await receiver.view.list({ limit: 100 })
    return entries.map(({ state, code }) => code ?? state).toSorted()
  }
  // The state is stored after the handler has run.
  await expect
    .poll(states)
    .toEqual([
      ...['duplicate', 'duplicate', 'failed', 'handled', 'handled', 'handled', 'handled'],
      ...['invalid-json', 'missing-signature'],
    ])
  expect(
    await database.query('select handling, count(*)::integer from events group by 1 order by 1'),
  ).toEqual([
    { handling: 'failed', count: 1 },
    { handling: 'handled', count: 4 },
  ])
})
