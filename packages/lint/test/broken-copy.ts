import { resolve } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { listReferences } from '../src/contract/references.ts'
import { readSpecs, type Specs, toSpecs } from '../src/contract/specs.ts'

export const specsFolder = resolve(import.meta.dirname, '../../../specs')

/**
 * In `file`, `from` becomes `to`; … stands for any text up to the end of its line. Without `from` the file is
 * written anew; without `to` it is deleted.
 */
export type Edit = { file: string; from?: string; to?: string }

/** The unchanged contract. */
export const contract = readSpecs(specsFolder)

/** The contract with edits made, in memory; an edit that changes nothing is an error. */
export function makeEdits(edits: readonly Edit[]): Specs {
  const bytes = new Map(contract.bytes)
  for (const { file, from, to } of edits) {
    const text = new TextDecoder().decode(bytes.get(file))
    const edited = from === undefined ? to : text.replace(toPattern(from), () => to ?? '')
    if (edited === text) throw new Error(`${file} has no ${from}`)
    if (edited === undefined) bytes.delete(file)
    else bytes.set(file, new TextEncoder().encode(edited))
  }
  return toSpecs(specsFolder, bytes, contract)
}

/** A pattern of a text in which … stands for any text up to the end of its line. */
export function toPattern(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(parts.join('.*'))
}

/**
 * The folder of a copy of the contract with edits made; gone when the test ends. `documents` leaves
 * out the data that no document names.
 */
export function brokenCopy(edits: Edit[], parts: 'all' | 'documents' = 'all') {
  const specs = makeEdits(edits)
  const used = new Set(listReferences(specs).map(({ target }) => 'file' in target && target.file))
  const isData = (file: string) => /^(vectors|decisions|examples)\//.test(file) && !used.has(file)
  const files = [...specs.bytes].filter(([file]) => parts === 'all' || !isData(file))
  return temporaryFolder(Object.fromEntries(files))
}
