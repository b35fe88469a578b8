import { hash } from 'node:crypto'
import {
  cpSync,
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
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildDocs } from '../src/build-docs.ts'
import { specsFolder } from '../src/specs-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function brokenSpecs(file: string, edit: (text: string) => string): string {
  const specs = join(folder, 'specs')
  cpSync(specsFolder(), specs, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|test|reports|dist|\.turbo)$/.test(path),
  })
  writeFileSync(join(specs, file), edit(readFileSync(join(specs, file), 'utf8')))
  return specs
}

/** Digest by file: what a site is, to compare with another. */
const digestsOf = (site: string) =>
  readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${relative(site, path)} ${hash('sha256', readFileSync(path))}`)
    .toSorted()

describe('buildDocs', () => {
  it('replaces what was there, with the same bytes each time', async () => {
    const outDir = join(folder, 'dist')
    mkdirSync(outDir)
    writeFileSync(join(outDir, 'old.html'), 'a page of before')
    // Of the documents themselves, where the site of all tests is made of their built bundles.
    await buildDocs({ outDir, specs: specsFolder() })
    expect(digestsOf(outDir)).toEqual(digestsOf(inject('site')))
    expect(existsSync(`${outDir}.draft`)).toBe(false)
  })

  it('names the example that is missing and leaves the built site as it was', async () => {
    const outDir = join(folder, 'dist')
    cpSync(inject('site'), outDir, { recursive: true })
    const before = digestsOf(outDir)
    const specs = brokenSpecs('openapi.yaml', (text) =>
      text.replace('two-countries.json', 'gone.json'),
    )
    await expect(buildDocs({ outDir, specs })).rejects.toThrow(/gone\.json/)
    expect(digestsOf(outDir)).toEqual(before)
    expect(existsSync(`${outDir}.draft`)).toBe(false)
  })

  it('names the figure that a guide asks for and the contract does not have', async () => {
    const specs = brokenSpecs('asyncapi.yaml', (text) =>
      text.replaceAll('attemptTimeoutMs', 'patienceMs'),
    )
    await expect(buildDocs({ outDir: join(folder, 'dist'), specs })).rejects.toThrow(
      /content\/.+\.md names \{\{attemptTimeoutMs\}\}/,
    )
  })

  it('names the example that is no JSON', async () => {
    const example = 'examples/country-list/valid/two-countries.json'
    const specs = brokenSpecs(example, () => '{')
    await expect(buildDocs({ outDir: join(folder, 'dist'), specs })).rejects.toThrow(
      /two-countries\.json/,
    )
  })

  it('passes on what the bundler says of a dangling reference', async () => {
    const specs = brokenSpecs('openapi.yaml', (text) =>
      text.replace('country-list.yaml', 'gone.yaml'),
    )
    await expect(buildDocs({ outDir: join(folder, 'dist'), specs })).rejects.toThrow(/gone\.yaml/)
  })
})
