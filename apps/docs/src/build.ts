import { buildDocs } from './build-docs.ts'
import { DocsError } from './errors.ts'
import { docsFolder } from './folders.ts'

const cancelling = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cancelling.abort(signal))
}
const { signal } = cancelling
try {
  await buildDocs({ outDir: docsFolder, signal, onStep: (step) => console.log(`docs: ${step} …`) })
  console.log('docs: built into apps/docs/dist. Open index.html from any static host.')
} catch (error) {
  if (!signal.aborted && !(error instanceof DocsError)) throw error
  console.error(
    error instanceof DocsError ? error.message : 'docs: cancelled. Nothing was replaced.',
  )
  process.exitCode = 1
}
