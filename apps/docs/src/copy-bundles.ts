import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionFile, documents, vectorsFile } from './documents.ts'
import { dressRedoc } from './dress-redoc.ts'
import { bundlesFolder, specsFolder } from './folders.ts'
import { toCollection } from './to-collection.ts'

/**
 * Copies the bundle and the Redoc page of each document, and the signature vectors, into the site, and writes
 * the collection of requests.
 */
export function copyBundles(site: string): void {
  const openapi = JSON.parse(readFileSync(join(bundlesFolder(), 'openapi.json'), 'utf8'))
  writeFileSync(join(site, collectionFile), JSON.stringify(toCollection(openapi), null, 2))
  cpSync(join(specsFolder(), vectorsFile), join(site, vectorsFile))
  mkdirSync(join(site, 'reference'), { recursive: true })
  for (const { id } of documents) {
    cpSync(join(bundlesFolder(), `${id}.json`), join(site, `${id}.json`))
    const page = readFileSync(join(bundlesFolder(), `${id}.html`), 'utf8')
    writeFileSync(join(site, 'reference', `${id}.html`), dressRedoc(page))
  }
}
