import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detachPage } from './detach-page.ts'
import { type ContractDocument, documents, type ReferencePage } from './documents.ts'
import { renderLanding } from './render-landing.ts'
import { runRedocly } from './run-redocly.ts'
import { specsFolder } from './specs-folder.ts'

/**
 * Builds the static site into `outDir`, which is replaced as a whole and only once all of it is built.
 *
 * @throws {DocsError} when a document does not bundle or render; `outDir` then stays as it was.
 */
export async function buildDocs({
  outDir,
  specs = specsFolder(),
}: {
  outDir: string
  specs?: string
}): Promise<void> {
  const draft = `${outDir}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'reference'), { recursive: true })
  try {
    const pages = await settle(
      documents.map((document) => buildReference(document, { draft, specs })),
    )
    writeFileSync(join(draft, 'index.html'), renderLanding(pages))
    rmSync(outDir, { recursive: true, force: true })
    renameSync(draft, outDir)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Waits for all of them, so that none writes on after another has failed. */
async function settle<Result>(tasks: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

async function buildReference(
  document: ContractDocument,
  { draft, specs }: { draft: string; specs: string },
): Promise<ReferencePage> {
  const bundle = join(draft, `${document.id}.json`)
  const page = join(draft, 'reference', `${document.id}.html`)
  await runRedocly(['bundle', document.file, '--output', bundle, '--ext', 'json'], specs)
  const { title } = JSON.parse(readFileSync(bundle, 'utf8')).info
  await runRedocly(
    ['build-docs', bundle, '--inlineBundle', '--title', title, '--output', page],
    specs,
  )
  writeFileSync(page, detachPage(readFileSync(page, 'utf8')))
  return { ...document, title }
}
