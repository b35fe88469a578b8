import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionFiles, documents, vectorsFile } from './documents.ts'
import { dressRedoc } from './dress-redoc.ts'
import { bundlesFolder, specsFolder } from './folders.ts'
import { toBrunoCollection, toPostmanCollection } from './to-collections.ts'

/**
 * Copies the bundle and the Redoc page of each document, and the signature vectors, into the site, and writes
 * the collections of requests.
 */
export function copyBundles(site: string): void {
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
    writeFileSync(join(site, 'reference', `${id}.html`), dressRedoc(page))
  }
}
