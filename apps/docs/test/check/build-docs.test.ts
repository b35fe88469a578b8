import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { buildDocs } from '../../src/build-docs.ts'
import { docsFolder } from '../../src/folders.ts'

/** One page of each kind, with every language of code. */
const pages = [
  ...['', 'guides/signatures', 'quickstart/receive-a-webhook'],
  ...['reference/openapi', 'decisions/d-022'],
]

// This also fails if `dist`, which the other tests here read, was not built from these sources.
it('replaces an earlier build, with the same bytes each time', async () => {
  const outDir = join(temporaryFolder({ 'dist/old.html': 'a page of before' }), 'dist')
  await buildDocs({ outDir, only: ({ slug }) => pages.includes(slug) })
  for (const page of pages) {
    for (const name of ['index.html', 'index.md']) {
      const [built, known] = [outDir, docsFolder].map((site) =>
        readFileSync(join(site, page, name), 'utf8'),
      )
      expect(built).toBe(known)
    }
  }
  expect(existsSync(join(outDir, 'old.html'))).toBe(false)
  expect(existsSync(`${outDir}.draft`)).toBe(false)
})
