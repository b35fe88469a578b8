import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BundleError, buildBundles } from '@partner-platform/lint/bundle'
import { type BundledDocument, documents } from './documents.ts'
import { DocsError } from './errors.ts'
import { bundlesFolder } from './folders.ts'

/**
 * Copies the bundle and the Redoc page of each document to their places in `folder`. They are those
 * that `@partner-platform/specs` built, or are made anew of another folder of specs.
 *
 * @throws {DocsError} when a document does not bundle or render, or nothing is built.
 */
export async function copyBundles({
  folder,
  work,
  specs,
}: {
  folder: string
  work: string
  specs: string | undefined
}): Promise<BundledDocument[]> {
  const bundles = specs === undefined ? bundlesFolder() : join(work, 'bundles')
  if (specs !== undefined) await build(specs, bundles)
  const bundled = readDocuments(bundles)
  mkdirSync(join(folder, 'reference'), { recursive: true })
  for (const { id } of documents) {
    cpSync(join(bundles, `${id}.json`), join(folder, `${id}.json`))
    cpSync(join(bundles, `${id}.html`), join(folder, 'reference', `${id}.html`))
  }
  return bundled
}

/**
 * Every document with its bundle, read from a folder that `buildBundles` wrote.
 *
 * @throws {DocsError} if the folder does not exist.
 */
export function readDocuments(bundles = bundlesFolder()): BundledDocument[] {
  if (!existsSync(bundles)) {
    throw new DocsError(
      'The documents are not bundled: expected specs/dist. Run `npx pnpm@12 run docs`, which builds both.',
    )
  }
  return documents.map((document) => {
    const bundle = JSON.parse(readFileSync(join(bundles, `${document.id}.json`), 'utf8'))
    return { ...document, title: bundle.info.title, bundle }
  })
}

async function build(specs: string, outDir: string): Promise<void> {
  try {
    await buildBundles({ specs, outDir })
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new DocsError(error.message)
  }
}
