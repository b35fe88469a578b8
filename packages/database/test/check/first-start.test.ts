import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbedded } from '../open-embedded.ts'

it('a folder opens although a process died while it made the data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-first-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const draft = join(folder, 'postgres.new')
  mkdirSync(draft)
  writeFileSync(join(draft, 'PG_VERSION'), '17\n')
  const database = await openEmbedded(folder)
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
})
