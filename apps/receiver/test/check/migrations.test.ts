import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const app = join(import.meta.dirname, '../..')

it('the migrations make the tables of the schema, or run pnpm migration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(app, 'migrations'), folder, { recursive: true })
  const before = readdirSync(folder)
  const kit = join(app, '../../packages/database/drizzle-kit/node_modules/drizzle-kit/bin.cjs')
  const schema = ['--dialect=postgresql', '--schema=./src/store/schema.ts']
  const args = [kit, 'generate', ...schema, `--out=${relative(app, folder)}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: app })
  expect(readdirSync(folder)).toEqual(before)
  expect(stdout).toContain('No schema changes')
})
