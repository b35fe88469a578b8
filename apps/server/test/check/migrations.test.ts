import { execFile } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'

const app = join(import.meta.dirname, '../..')

it('the migrations create the tables of the schema; if not, run pnpm migration', async () => {
  const folder = temporaryFolder()
  cpSync(join(app, 'migrations'), folder, { recursive: true })
  const before = readdirSync(folder)
  const kit = join(app, '../../packages/database/drizzle-kit/node_modules/drizzle-kit/bin.cjs')
  const places = ['--schema=./src/store/schema.ts', `--out=${relative(app, folder)}`]
  const args = ['generate', '--dialect=postgresql', ...places]
  const { stdout } = await promisify(execFile)(process.execPath, [kit, ...args], { cwd: app })
  expect(readdirSync(folder)).toEqual(before)
  expect(stdout).toContain('No schema changes')
})
