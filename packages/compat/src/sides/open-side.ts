import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  bundleContract,
  type Contract,
  ContractError,
  formatProblem,
} from '@partner-platform/codegen'
import { openDocument, type SpecDocument } from '../document/open-document.ts'
import { CompatError } from '../errors.ts'
import type { DocumentKind } from '../finding.ts'
import { readRevision, type SideOptions } from './git.ts'

const fileNames = ['openapi', 'asyncapi'].flatMap((name) =>
  ['yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
)

/**
 * The side of a name: an existing path, else a git revision. Throws a `CompatError` that says in one
 * line what is wrong.
 */
export function openSide(name: string, { cwd, specs }: SideOptions): Side {
  const path = resolve(cwd, name)
  if (name !== '' && existsSync(path)) return readPath(path, { label: name, close: () => {} })
  const { folder, close } = readRevision(name, { cwd, specs })
  try {
    return readPath(folder, { label: `${name}:${specs}`, close })
  } catch (error) {
    close()
    throw error
  }
}

function readPath(path: string, { label, close }: Pick<Side, 'label' | 'close'>): Side {
  const isWhole = statSync(path).isDirectory()
  const folder = isWhole ? path : dirname(path)
  const files = isWhole
    ? fileNames.filter((name) => existsSync(join(path, name)))
    : [basename(path)]
  const documents: Side['documents'] = {}
  for (const file of files) {
    const document = openDocument(join(folder, file), isWhole ? `${label}/${file}` : label)
    const other = documents[document.kind]
    if (other !== undefined) {
      const message = `${label} contains two ${document.kind} documents: ${basename(other.path)} and ${file}. Name one of the files.`
      throw new CompatError('not-a-document', message)
    }
    documents[document.kind] = document
  }
  if (files.length === 0) {
    const message = `${label} contains no openapi.yaml or asyncapi.yaml. Name the folder with the documents.`
    throw new CompatError('side-empty', message)
  }
  const contract = bundle(documents, { folder, label })
  return { label, folder, isWhole, documents, contract, close }
}

/** Reports dangling references and unreadable schemas in one line here, not as a stack later. */
function bundle(
  { openapi, asyncapi }: Side['documents'],
  { folder, label }: Pick<Side, 'folder' | 'label'>,
): Contract {
  const pathOf = (document: SpecDocument | undefined) => (document ? [document.path] : [])
  try {
    return bundleContract({ openapi: pathOf(openapi), asyncapi: pathOf(asyncapi), cwd: folder })
  } catch (error) {
    throw toInvalidDocument(error, label)
  }
}

/** An error of codegen about a side's documents as one line; any other error unchanged. */
export function toInvalidDocument(error: unknown, label: string): unknown {
  if (!(error instanceof ContractError)) return error
  const [first] = error.problems
  const more = error.problems.length > 1 ? ` (the first of ${error.problems.length} problems)` : ''
  const text = first === undefined ? error.message : formatProblem(first)
  return new CompatError('document-invalid', `${label} is invalid${more}: ${text}`, {
    cause: error,
  })
}

/** One of the two versions of the contract. */
export interface Side {
  /** As the user named it. */
  label: string
  /** Absolute path of the folder or file with the documents. */
  folder: string
  /** A folder or revision is the whole contract; a file is one document of it. */
  isWhole: boolean
  contract: Contract
  documents: { [kind in DocumentKind]?: SpecDocument }
  /** Removes what was written to read it. */
  close: () => void
}
