import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scaled } from '../src/index.ts'
import { InstallError, installOnDemand } from '../src/install-on-demand.ts'

const folderWith = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'on-demand-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('workspaces installed on demand', () => {
  it('says which workspace cannot be installed, why, and what to do', () => {
    const folder = folderWith({ 'package.json': '{"description": "a rival"}' })
    const said: string[] = []
    const options = { say: (line: string) => said.push(line), command: '/missing/pnpm' }
    const install = () => installOnDemand(folder, options)
    expect(install).toThrow(InstallError)
    expect(install).toThrow(/^Cannot install a rival \(.+\)\. Check the network .+\n {2}.*ENOENT/)
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
