import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStore, type TestStore } from '../src/testing/index.ts'
import { openEmbedded } from './open-embedded.ts'
import { createFolder } from './spawn-writer.ts'
import { describeContract } from './suite/contract.ts'

describe('the contract in the embedded store', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore('embedded')
  })
  afterAll(() => store.stop())
  describeContract(async () => openEmbedded(await createFolder(store)))
})

describe('the source of the package', () => {
  const folder = join(import.meta.dirname, '..', 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )

  it.each(files)('%s knows nothing of what is stored', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).not.toMatch(/visa|applicant|submission|countr|webhook|agent|deliver|api.?key/i)
  })
})
