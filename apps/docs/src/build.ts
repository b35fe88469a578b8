import { buildDocs } from './build-docs.ts'
import { docsFolder } from './docs-folder.ts'
import { DocsError } from './errors.ts'

try {
  await buildDocs({ outDir: docsFolder })
  console.log('docs: built into apps/docs/dist. Open index.html from any static host.')
} catch (error) {
  if (!(error instanceof DocsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
