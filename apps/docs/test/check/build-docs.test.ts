import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildDocs } from '../../src/build-docs.ts'
import { docsFolder, specsFolder } from '../../src/folders.ts'

/** Digest by file: what a site is, to compare with another. */
const digestsOf = (site: string) =>
  readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${relative(site, path)} ${hash('sha256', readFileSync(path))}`)
    .toSorted()

// This also fails if `dist`, which the other tests here read, was not built from these sources.
it('replaces what was there, with the same bytes each time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const outDir = join(folder, 'dist')
  mkdirSync(outDir)
  writeFileSync(join(outDir, 'old.html'), 'a page of before')
  // Builds from the documents themselves; `dist` was built from their bundles.
  await buildDocs({ outDir, specs: specsFolder() })
  expect(digestsOf(outDir)).toEqual(digestsOf(docsFolder))
  expect(existsSync(`${outDir}.draft`)).toBe(false)
})
