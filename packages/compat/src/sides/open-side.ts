import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { bundleContract, type Contract } from '../codegen/codegen.ts'
import { openDocument } from '../document/open-document.ts'
import { CompatError } from '../errors.ts'
import { toInvalidDocument } from './invalid-document.ts'
import { readRevision } from './read-revision.ts'
import type { Side, SideOptions } from './side.ts'

const fileNames = ['openapi', 'asyncapi'].flatMap((name) =>
  ['yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
)

/**
 * The side that a name stands for: an existing path, else a git revision.
 * Throws a `CompatError` that tells what is wrong with it in one line.
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

type PathOptions = Pick<Side, 'label' | 'close'>

function readPath(path: string, { label, close }: PathOptions): Side {
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
      throw new CompatError(
        'not-a-document',
        `${label} holds two ${document.kind} documents: expected one, received ${basename(other.path)} and ${file}. Name one of the files.`,
      )
    }
    documents[document.kind] = document
  }
  if (files.length === 0) {
    throw new CompatError(
      'side-empty',
      `${label} is empty: expected openapi.yaml or asyncapi.yaml in it, received neither. Name the folder that holds the documents.`,
    )
  }
  return {
    label,
    folder,
    isWhole,
    documents,
    contract: bundle({ documents, folder, label }),
    close,
  }
}

/** References that lead nowhere and schemas that nobody can read are one line here, not a stack later. */
function bundle({
  documents,
  folder,
  label,
}: Pick<Side, 'documents' | 'folder' | 'label'>): Contract {
  const { openapi, asyncapi } = documents
  try {
    return bundleContract({
      openapi: openapi === undefined ? [] : [openapi.path],
      asyncapi: asyncapi === undefined ? [] : [asyncapi.path],
      cwd: folder,
    })
  } catch (error) {
    throw toInvalidDocument(error, label)
  }
}
