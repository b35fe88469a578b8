import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { StartError } from '@partner-platform/settings'
import { expect, it } from 'vitest'
import { assertReachable } from '../src/testing/start-postgres.ts'

it('says which folder the user of Postgres cannot enter, and what to do', () => {
  const folder = temporaryFolder({ 'private/bin/postgres': '' })
  const program = join(folder, 'private/bin/postgres')
  chmodSync(folder, 0o755)
  assertReachable(program)
  chmodSync(join(folder, 'private'), 0o700)
  expect(() => assertReachable(program)).toThrow(StartError)
  expect(() => assertReachable(program)).toThrow(`Run chmod o+x ${join(folder, 'private')}, or`)
})
