import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { detachPage } from './detach-page.ts'
import { packageFolder } from './docs-folder.ts'
import { type BundledDocument, type ContractDocument, documents } from './documents.ts'
import { gatherPages } from './pages/gather-pages.ts'
import { protectPages } from './protect-pages.ts'
import { runAstro, runRedocly } from './run-program.ts'
import { specsFolder } from './specs-folder.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeSources } from './write-sources.ts'

/**
 * Builds the static site into `outDir`, which is replaced as a whole and only once all of it is built.
 *
 * @throws {DocsError} when a document does not bundle or render, or a page names what there is not;
 * `outDir` then stays as it was.
 */
export async function buildDocs({
  outDir,
  specs = specsFolder(),
}: {
  outDir: string
  specs?: string
}): Promise<void> {
  const draft = `${outDir}.draft`
  const work = createWorkFolder()
  rmSync(draft, { recursive: true, force: true })
  try {
    const bundled = await settle(
      documents.map((document) => bundleDocument(document, { work, specs })),
    )
    const pages = gatherPages({ documents: bundled, specs })
    writeSources({ folder: work, pages, documents: bundled })
    await settle([
      runAstro(work),
      ...bundled.map((document) => renderRedoc(document, { work, specs })),
    ])
    const site = join(work, 'dist')
    protectPages(site)
    writeMarkdown({ folder: site, pages })
    // A copy, as `outDir` may be on another file system.
    for (const part of [site, join(work, 'documents')]) cpSync(part, draft, { recursive: true })
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
  const work = mkdtempSync(join(reports, 'site-'))
  mkdirSync(join(work, 'documents/reference'), { recursive: true })
  return work
}

/** Waits for all of them, so that none writes on after another has failed. */
async function settle<Result>(tasks: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

type Folders = { work: string; specs: string }

const bundleOf = (id: string, { work }: Folders) => join(work, 'documents', `${id}.json`)

async function bundleDocument(
  document: ContractDocument,
  folders: Folders,
): Promise<BundledDocument> {
  const file = bundleOf(document.id, folders)
  await runRedocly(['bundle', document.file, '--output', file, '--ext', 'json'], folders.specs)
  const bundle = JSON.parse(readFileSync(file, 'utf8'))
  return { ...document, title: bundle.info.title, bundle }
}

async function renderRedoc({ id, title }: BundledDocument, folders: Folders): Promise<void> {
  const page = join(folders.work, 'documents/reference', `${id}.html`)
  const args = ['build-docs', bundleOf(id, folders), '--inlineBundle', '--title', title]
  await runRedocly([...args, '--output', page], folders.specs)
  writeFileSync(page, detachPage(readFileSync(page, 'utf8')))
}
