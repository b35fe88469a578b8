import { join } from 'node:path'
import { buildDocs } from './build-docs.ts'
import { DocsError } from './errors.ts'

const outDir = join(import.meta.dirname, '../dist')
try {
  await buildDocs({ outDir })
  console.log('docs: built into apps/docs/dist. Open index.html from any static host.')
} catch (error) {
  if (!(error instanceof DocsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
