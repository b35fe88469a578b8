import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { recordRelease } from '../../src/record-release.ts'
import { root } from '../../src/workspaces.ts'

const read = (name: string) => readFileSync(join(root, 'specs/dist', name), 'utf8')

it('keeps each version of the contract once, with what changed since the previous version', async () => {
  const specs = temporaryFolder()
  const releases = join(temporaryFolder(), 'releases')
  const release = (version: string, edit: (openapi: string) => string) => {
    writeFiles(specs, {
      'package.json': JSON.stringify({ version }),
      'dist/openapi.json': edit(read('openapi.json')),
      'dist/asyncapi.json': read('asyncapi.json'),
    })
    return recordRelease({ specs, releases })
  }
  const withField = (openapi: string) => {
    const document = JSON.parse(openapi)
    document.components.schemas.country.properties.region = { type: 'string' }
    return JSON.stringify(document)
  }
  const keptAt = (version: string) => (name: string) => join(releases, version, name)
  expect(await release('1.9.0', (same) => same)).toBe(true)
  expect(existsSync(keptAt('1.9.0')('changes.md'))).toBe(false)
  expect(await release('1.10.0', withField)).toBe(true)
  expect(await release('1.10.0', (same) => same)).toBe(false)
  expect(readFileSync(keptAt('1.10.0')('openapi.json'), 'utf8')).toContain('"region"')
  // 1.10.0 comes after 1.9.0, and 1.11.0 after its prerelease.
  expect(await release('1.11.0-next.0', withField)).toBe(true)
  expect(await release('1.11.0', withField)).toBe(true)
  expect(await release('1.11.1', (same) => same)).toBe(true)
  const [added, removed] = ['1.10.0', '1.11.1'].map((version) =>
    readFileSync(keptAt(version)('changes.md'), 'utf8'),
  )
  expect(added).toMatch(/^## minor: 1\.9\.0 → 1\.10\.0\n\n### New\n\n- .*`region`/)
  expect(removed).toMatch(/^## major: 1\.11\.0 → 1\.11\.1\n\n### Breaking\n\n- .*`region`/)
})
