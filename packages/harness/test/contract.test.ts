import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scaled, temporaryFolder } from '../src/index.ts'
import { InstallError, installOnDemand } from '../src/install-on-demand.ts'

describe('workspaces installed on demand', () => {
  it.each([
    ['no pnpm', '/missing/pnpm', 'pnpm was not found. Run the command through npx pnpm@12.'],
    [
      'a stale lockfile',
      'echo ERR_PNPM_OUTDATED_LOCKFILE; exit 1',
      'Its lockfile is out of date. Run npx pnpm@12 install in that folder.',
    ],
    ['a failed download', 'echo ENOSPC; exit 1', 'Check the network and the free disk space, then'],
  ])('says which workspace cannot be installed, and what to do: %s', (_, script, advice) => {
    const folder = temporaryFolder({
      'package.json': '{"description": "a rival"}',
      pnpm: `#!/bin/sh\n${script}\n`,
    })
    chmodSync(join(folder, 'pnpm'), 0o755)
    const said: string[] = []
    const command = script.startsWith('/') ? script : join(folder, 'pnpm')
    const install = () => installOnDemand(folder, { say: (line) => said.push(line), command })
    expect(install).toThrow(InstallError)
    expect(install).toThrow(`Cannot install a rival (`)
    expect(install).toThrow(`). ${advice}`)
    expect(said[0]).toMatch(/^Installing a rival \(.+\)\. This happens once\.$/)
  })
})

describe('scaled', () => {
  it.each([
    [100, '1', 100],
    [100, '10', 1000],
    [3, '0.1', 1],
  ])('%d runs at a scale of %s are %d', (runs, scale, want) => {
    expect(scaled(runs, scale)).toBe(want)
  })

  it.each(['', '0', '-1', 'many', 'Infinity'])('refuses a scale of %j', (scale) => {
    expect(() => scaled(1, scale)).toThrow(/^TEST_SCALE must be a positive number/)
  })
})
