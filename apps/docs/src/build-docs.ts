import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyBundles } from './copy-bundles.ts'
import { protectPages, relateLinks } from './finish-pages.ts'
import { packageFolder, specsFolder } from './folders.ts'
import { gatherPages } from './pages/gather-pages.ts'
import { runAstro } from './run-astro.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeSources } from './write-sources.ts'

export interface BuildDocsOptions {
  /** Replaced as a whole, once the whole site is built. */
  outDir: string
  /** A folder of specs to bundle first. @default the bundles that `@partner-platform/specs` built */
  specs?: string
  /** Cancels the build: the promise rejects with the reason, no process keeps running, `outDir` stays. */
  signal?: AbortSignal
  /** Called with the name of each step as it begins. @default no call */
  onStep?: (step: string) => void
}

/**
 * Builds the static site into `outDir`.
 *
 * @throws {DocsError} if a document does not bundle or render, or a page names something unknown;
 * `outDir` then stays as it was.
 */
export async function buildDocs({
  outDir,
  specs,
  signal,
  onStep = () => {},
}: BuildDocsOptions): Promise<void> {
  const draft = `${outDir}.draft`
  const work = createWorkFolder()
  rmSync(draft, { recursive: true, force: true })
  try {
    signal?.throwIfAborted()
    onStep('reading the documents')
    const files = join(work, 'documents')
    const bundled = await copyBundles({ folder: files, work, specs })
    signal?.throwIfAborted()
    const pages = gatherPages({ documents: bundled, specs: specs ?? specsFolder() })
    writeSources({ folder: work, pages, documents: bundled })
    onStep(`building ${pages.length} pages`)
    await runAstro(work, signal)
    onStep('making links relative')
    const site = join(work, 'dist')
    relateLinks(site)
    protectPages(site)
    writeMarkdown({ folder: site, pages })
    // A copy, as `outDir` may be on another file system.
    for (const part of [site, files]) cpSync(part, draft, { recursive: true })
    rmSync(outDir, { recursive: true, force: true })
    renameSync(draft, outDir)
  } finally {
    for (const folder of [draft, work]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Below this package, so that what is built there finds its dependencies; `reports` is ignored by git. */
function createWorkFolder(): string {
  const reports = join(packageFolder, 'reports')
  mkdirSync(reports, { recursive: true })
  return mkdtempSync(join(reports, `site-${process.pid}-`))
}
