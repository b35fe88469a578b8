import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { checkDocuments } from '../src/check/check-documents.ts'
import { checks } from '../src/check/lint.ts'
import type { Problem } from '../src/contract/problem.ts'
import { listReferences } from '../src/contract/references.ts'
import { readSpecs, type Specs, toSpecs } from '../src/contract/specs.ts'

export const specsFolder = resolve(import.meta.dirname, '../../../specs')

/** In `file`, `from` becomes `to`; … in it stands for any text up to the end of its line. Without `from` the file is written anew; without `to` it goes. */
export type Edit = { file: string; from?: string; to?: string }

/** One way to break the contract, and what must be said of it. */
export type BrokenRow = {
  name: string
  edits: Edit[]
  /** `at` is text on the line that is named; `message` and `fix` are first words. */
  want: { at: string } & Pick<Problem, 'file' | 'pointer' | 'rule' | 'message' | 'fix'>
  /** Other problems follow from the same break; without it, `want` is the only one. */
  follows?: boolean
}

/**
 * The folder of a copy of the contract with edits made; gone when the test ends. `documents` leaves
 * out the data that no document names.
 */
export async function brokenCopy(edits: Edit[], parts: 'all' | 'documents' = 'all') {
  const folder = await mkdtemp(join(tmpdir(), 'specs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const specs = makeEdits(edits)
  const used = new Set(listReferences(specs).map(({ target }) => 'file' in target && target.file))
  for (const [file, content] of specs.bytes) {
    const isData = /^(vectors|decisions|examples)\//.test(file) && !used.has(file)
    if (isData && parts === 'documents') continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  return folder
}

/** The contract as it is. */
export const contract = readSpecs(specsFolder)

/** The contract with edits made, in memory; an edit that changes nothing is an error. */
export function makeEdits(edits: Edit[]): Specs {
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
export function toPattern(from: string): RegExp {
  const parts = from.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(parts.join('.*'))
}

/** Runs one check on the broken contract of a row, and compares what it says. */
export async function expectProblem(row: BrokenRow, check: keyof typeof checks | 'documents') {
  const specs = makeEdits(row.edits)
  const run = check === 'documents' ? checkDocuments : checks[check]
  const problems = (await run?.(specs)) ?? []
  const [first] = problems
  expect(first, 'nothing was found').toBeDefined()
  const { at, message, fix, ...exact } = row.want
  expect(first).toMatchObject(exact)
  expect(first?.message.slice(0, message.length)).toBe(message)
  expect(first?.fix.slice(0, fix.length)).toBe(fix)
  const text = new TextDecoder().decode(specs.bytes.get(first?.file ?? ''))
  expect(text.split('\n')[(first?.line ?? 0) - 1] ?? '').toContain(at)
  expect(problems.length > 1).toBe(row.follows ?? false)
}
