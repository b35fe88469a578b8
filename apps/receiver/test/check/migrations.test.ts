import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { openOldStore, templateFolder } from '@partner-platform/database/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createInbox, openStore } from '../../src/index.ts'

const app = join(import.meta.dirname, '../..')
const migrationsFolder = join(app, 'migrations')

function copyToFolder(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(source, folder, { recursive: true })
  return folder
}

it('the migrations make the tables of the schema, or run pnpm migration', async () => {
  const folder = copyToFolder(migrationsFolder)
  const before = readdirSync(folder)
  const kit = join(app, '../../packages/database/drizzle-kit/node_modules/drizzle-kit/bin.cjs')
  const schema = ['--dialect=postgresql', '--schema=./src/store/schema.ts']
  const args = [kit, 'generate', ...schema, `--out=${relative(app, folder)}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: app })
  expect(readdirSync(folder)).toEqual(before)
  expect(stdout).toContain('No schema changes')
})

it('F29 D-008 an older store counts its verified and unverified bodies apart', async () => {
  const location = { kind: 'embedded', folder: copyToFolder(await templateFolder()) } as const
  const old = await openOldStore({ location, migrationsFolder, migrations: 1 })
  await old.query(`insert into holdings (environment, quarantine_rows, quarantine_bytes)
    values ('staging', 3, 35)`)
  await old.query(`insert into quarantine (code, issues, verified, body, body_bytes, is_text)
    values ('invalid-json', '[]', true, '', 20, true), ('invalid-json', '[]', true, '', 10, true),
      ('missing-signature', '[]', false, '', 5, true)`)
  await old.close()
  const now = await openStore({ location })
  onTestFinished(() => now.close())
  const inbox = await createInbox(now, { environment: 'staging' })
  onTestFinished(() => inbox.close())
  expect((await inbox.view.list({ limit: 1 })).quarantine).toMatchObject({
    verified: { rows: 2, bytes: 30 },
    unverified: { rows: 1, bytes: 5 },
  })
})
