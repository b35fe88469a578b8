import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsError } from './errors.ts'
import { bundlesFolder } from './folders.ts'

export interface ContractDocument {
  /** Name of its pages and of its bundle: `reference/<id>/`, `reference/<id>.html`, `<id>.json`. */
  id: string
  /** File in `specs/`. */
  file: string
  summary: string
  /** Whether it is part of the contract with partners. */
  isContract: boolean
}

/** A document with its bundle built; the title is the document's own. */
export interface BundledDocument extends ContractDocument {
  title: string
  bundle: Bundle
}

/** A bundled document, as plain JSON. */
export type Bundle = Record<string, unknown>

/** Every document with pages, in reading order. */
export const documents: ContractDocument[] = [
  {
    id: 'openapi',
    file: 'openapi.yaml',
    summary: 'What partners call: the list of origin countries.',
    isContract: true,
  },
  {
    id: 'asyncapi',
    file: 'asyncapi.yaml',
    summary: 'What partners receive: a signed webhook when the status of a submission changes.',
    isContract: true,
  },
  {
    id: 'operator',
    file: 'operator.yaml',
    summary: 'How to operate the reference server. Not part of the contract.',
    isContract: false,
  },
]

/**
 * Every document with the bundle that `@partner-platform/specs` built.
 *
 * @throws {DocsError} if nothing is built.
 */
export function readDocuments(): BundledDocument[] {
  const bundles = bundlesFolder()
  if (!existsSync(bundles)) {
    throw new DocsError(
      'specs/dist is missing. Run `npx pnpm@12 run docs`, which bundles the documents first.',
    )
  }
  return documents.map((document) => {
    const bundle = JSON.parse(readFileSync(join(bundles, `${document.id}.json`), 'utf8'))
    return { ...document, title: bundle.info.title, bundle }
  })
}

/** The signature vectors: their file in `specs/`, and in the site. */
export const vectorsFile = 'vectors/signatures.json'

/** Files of the site: the requests of the API, as collections for Postman and Bruno. */
export const collectionFiles = { postman: 'openapi.postman.json', bruno: 'openapi.bruno.json' }
