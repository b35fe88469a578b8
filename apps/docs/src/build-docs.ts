import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyBundles } from './copy-bundles.ts'
import { packageFolder } from './docs-folder.ts'
import { gatherPages } from './pages/gather-pages.ts'
import { protectPages } from './protect-pages.ts'
import { relateLinks } from './relate-links.ts'
import { runAstro } from './run-astro.ts'
import { specsFolder } from './specs-folder.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeSources } from './write-sources.ts'

/**
 * Builds the static site into `outDir`, which is replaced as a whole and only once all of it is built.
 * Without `specs` it takes the bundles that `@partner-platform/specs` built; with it, those of that folder.
 *
 * @throws {DocsError} when a document does not bundle or render, or a page names what there is not;
 * `outDir` then stays as it was.
 */
export async function buildDocs({
  outDir,
  specs,
}: {
  outDir: string
  specs?: string
}): Promise<void> {
  const draft = `${outDir}.draft`
  const work = createWorkFolder()
  rmSync(draft, { recursive: true, force: true })
  try {
    const files = join(work, 'documents')
    const bundled = await copyBundles({ folder: files, work, specs })
    const pages = gatherPages({ documents: bundled, specs: specs ?? specsFolder() })
    writeSources({ folder: work, pages, documents: bundled })
    await runAstro(work)
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
  return mkdtempSync(join(reports, 'site-'))
}
