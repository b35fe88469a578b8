import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyBundles } from './copy-bundles.ts'
import { readDocuments } from './documents.ts'
import { compressFiles, focusTables, protectPages, relateLinks } from './finish-pages.ts'
import { packageFolder, specsFolder } from './folders.ts'
import type { Page } from './page.ts'
import { gatherPages } from './pages/gather-pages.ts'
import { runAstro } from './run-astro.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeSources } from './write-sources.ts'

export interface BuildDocsOptions {
  /** Replaced completely, once the whole site is built. */
  outDir: string
  /** Cancels the build: the promise rejects with the reason, no process keeps running, `outDir` stays. */
  signal?: AbortSignal
  /** Called with the name of each step as it begins. @default no call */
  onStep?: (step: string) => void
  /** Builds only these pages, exactly as in the whole site. @default all pages */
  only?: (page: Page) => boolean
}

/**
 * Builds the static site into `outDir`, from the bundles that `@partner-platform/specs` built.
 *
 * @throws {DocsError} if a document cannot be rendered, or a page names something unknown; `outDir` then
 * stays as it was.
 */
export async function buildDocs(options: BuildDocsOptions): Promise<void> {
  const { outDir, signal, onStep = () => {}, only = () => true } = options
  signal?.throwIfAborted()
  // Below this package, so that the build finds its dependencies; git ignores `reports`.
  const reports = join(packageFolder, 'reports')
  mkdirSync(reports, { recursive: true })
  const work = mkdtempSync(join(reports, `site-${process.pid}-`))
  const draft = `${outDir}.draft`
  rmSync(draft, { recursive: true, force: true })
  try {
    onStep('reading the documents')
    const documents = readDocuments()
    const all = gatherPages({ documents, specs: specsFolder() })
    const pages = all.filter(only)
    writeSources({ folder: work, pages, all, documents })
    onStep(`building ${pages.length} pages`)
    await runAstro(work, signal)
    onStep('making links relative')
    const site = join(work, 'dist')
    focusTables(site)
    relateLinks(site)
    protectPages(site)
    writeMarkdown({ folder: site, pages })
    copyBundles(site, all)
    compressFiles(site)
    // A copy, as `outDir` may be on another file system.
    cpSync(site, draft, { recursive: true })
    rmSync(outDir, { recursive: true, force: true })
    renameSync(draft, outDir)
  } finally {
    for (const folder of [draft, work]) rmSync(folder, { recursive: true, force: true })
  }
}
