import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { buildBundles, documents, renderRedoc } from '../../src/bundle/index.ts'
import { specsFolder } from '../broken-copy.ts'

// bundles.test.ts shows that the other files have the same bytes each time.
it('buildBundles gives pages that are cut off from the network, with the same bytes each time', async () => {
  const outDir = join(temporaryFolder(), 'dist')
  await buildBundles({ specs: specsFolder, outDir })
  const read = (file: string) => readFileSync(join(outDir, file), 'utf8')
  const titleOf = (id: string): string => JSON.parse(read(`${id}.json`)).info.title
  for (const { id } of documents) {
    const page = read(`${id}.html`)
    expect(page).toContain(`<title>${titleOf(id)}</title>`)
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
    )
    expect(page).toContain("connect-src 'none'")
    expect(page).not.toMatch(/https?:\/\/cdn\./)
  }
  const again = { page: join(outDir, 'again.html'), title: titleOf('openapi'), specs: specsFolder }
  await renderRedoc(join(outDir, 'openapi.json'), again)
  expect(read('again.html') === read('openapi.html')).toBe(true)
})
