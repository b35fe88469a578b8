import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionFiles, documents, vectorsFile } from './documents.ts'
import { dressRedoc, type Sample } from './dress-redoc.ts'
import { bundlesFolder, specsFolder } from './folders.ts'
import { fence, type Page, tabs } from './page.ts'
import { toPageName } from './reference/markup.ts'
import { toBrunoCollection, toPostmanCollection } from './to-collections.ts'

/**
 * Copies the bundle and the Redoc page of each document, and the signature vectors, into the site, and writes
 * the collections of requests.
 */
export function copyBundles(site: string, pages: Page[]): void {
  const openapi = JSON.parse(readFileSync(join(bundlesFolder(), 'openapi.json'), 'utf8'))
  const write = (name: string, collection: object) =>
    writeFileSync(join(site, name), JSON.stringify(collection, null, 2))
  write(collectionFiles.postman, toPostmanCollection(openapi))
  write(collectionFiles.bruno, toBrunoCollection(openapi))
  cpSync(join(specsFolder(), vectorsFile), join(site, vectorsFile))
  mkdirSync(join(site, 'reference'), { recursive: true })
  for (const { id } of documents) {
    cpSync(join(bundlesFolder(), `${id}.json`), join(site, `${id}.json`))
    const page = readFileSync(join(bundlesFolder(), `${id}.html`), 'utf8')
    const samplesOf = (operation: string) =>
      readSamples(pages, `reference/${id}/operations/${toPageName(operation)}`)
    writeFileSync(join(site, 'reference', `${id}.html`), dressRedoc(page, samplesOf))
  }
}

/** The programs that a written page has for an operation page. */
function readSamples(pages: Page[], address: string): Sample[] | undefined {
  const body = pages.find(({ samples }) => samples?.includes(address))?.body
  const [programs] = body?.match(tabs) ?? []
  if (programs === undefined) return undefined
  return [...programs.matchAll(fence)].map(([, , lang = '', label = '', code = '']) => ({
    lang,
    label,
    source: code.split('\n').slice(1, -1).join('\n'),
  }))
}
