import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildDocs } from '../src/build-docs.ts'
import { specsFolder } from '../src/specs-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function brokenSpecs(file: string, edit: (text: string) => string): string {
  const specs = join(folder, 'specs')
  for (const part of ['openapi.yaml', 'asyncapi.yaml', 'redocly.yaml', 'schemas', 'examples']) {
    cpSync(join(specsFolder(), part), join(specs, part), { recursive: true })
  }
  writeFileSync(join(specs, file), edit(readFileSync(join(specs, file), 'utf8')))
  return specs
}

describe('buildDocs', () => {
  it('names the example that is missing and leaves the built site as it was', async () => {
    const outDir = join(folder, 'dist')
    await buildDocs({ outDir })
    const before = readFileSync(join(outDir, 'openapi.json'), 'utf8')
    const specs = brokenSpecs('openapi.yaml', (text) =>
      text.replace('two-countries.json', 'gone.json'),
    )
    await expect(buildDocs({ outDir, specs })).rejects.toThrow(/gone\.json/)
    expect(readFileSync(join(outDir, 'openapi.json'), 'utf8')).toBe(before)
    expect(existsSync(`${outDir}.draft`)).toBe(false)
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
