import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildBundles } from '../../src/bundle/index.ts'
import { specsFolder } from '../broken-copy.ts'

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

it('buildBundles gives the same bytes each time, including the pages of Redoc', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const outDirs = ['one', 'other'].map((name) => join(folder, name))
  for (const outDir of outDirs) await buildBundles({ specs: specsFolder, outDir })
  const [one, other] = outDirs.map((outDir) =>
    readdirSync(outDir).map((name) => [name, digest(join(outDir, name))]),
  )
  expect(one?.map(([name]) => name)).toContain('openapi.html')
  expect(other).toEqual(one)
})
