import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { scaled } from '../src/index.ts'
import { InstallError, installOnDemand } from '../src/install-on-demand.ts'

const root = join(import.meta.dirname, '../../..')
const exclude = ['**/node_modules/**']
const onDemand = globSync('{specs,packages,apps}/**/pnpm-workspace.yaml', { cwd: root, exclude })

const folderWith = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'on-demand-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('workspaces installed on demand', () => {
  it.each(onDemand)('%s has a lockfile and a description, and runs no install scripts', (file) => {
    const folder = join(root, file, '..')
    expect(parse(readFileSync(join(root, file), 'utf8')).ignoreScripts).toBe(true)
    expect(existsSync(join(folder, 'pnpm-lock.yaml'))).toBe(true)
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).description).toBeTruthy()
  })

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
