import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compare } from '../src/compare.ts'
import { publishedPackages } from '../src/packages.ts'
import { constantGrowth } from '../src/wire/compare-constants.ts'

describe('the contract of this repository', () => {
  it('is compatible with itself', async () => {
    const comparison = await compare(specsFolder, specsFolder)
    expect(comparison).toMatchObject({
      level: 'none',
      documents: { openapi: 'none', asyncapi: 'none' },
      findings: [],
    })
  })

  it('D-026 has each constant that may move under a name that the documents still have', () => {
    const names = ['openapi.yaml', 'asyncapi.yaml'].flatMap((file) => {
      const document = parse(readFileSync(join(specsFolder, file), 'utf8'))
      return Object.keys(document['x-constants'])
    })
    expect(Object.keys(constantGrowth).filter((name) => !names.includes(name))).toEqual([])
  })

  it('reaches packages that are there, under these names', () => {
    for (const { name } of publishedPackages) {
      const folder = name === 'specs' ? specsFolder : join(import.meta.dirname, '../..', name)
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      expect(manifest.name).toBe(`@partner-platform/${name}`)
      expect(manifest.private ?? false).toBe(false)
    }
  })
})
