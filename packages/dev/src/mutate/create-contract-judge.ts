import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDocuments } from '@partner-platform/specs/test/lint/check-documents.ts'
import { checks } from '@partner-platform/specs/test/lint/lint.ts'
import type { Problem } from '@partner-platform/specs/test/lint/problem.ts'
import { readSpecs, type Specs, toSpecs } from '@partner-platform/specs/test/lint/specs.ts'
import { toText } from './contract-mutants.ts'
import type { Judge } from './create-source-judge.ts'
import type { Mutant, Outcome } from './mutant.ts'

/** They start a tool each, which reads a folder and takes a second or more. */
const tools = new Set(['openapi', 'asyncapi', 'operator', 'asyncapiValidate'])

/**
 * Tries mutants of the contract in `folder` against its checks, the quick ones first. The tests of
 * specs judge the same examples once more, or test the checks themselves: they would kill no others.
 */
export async function createContractJudge(folder: string): Promise<Judge> {
  const known = readSpecs(folder)
  const judge = async (texts: ReadonlyMap<string, string>): Promise<Outcome> => {
    const bytes = new Map(known.bytes)
    for (const [name, text] of texts) bytes.set(name, new TextEncoder().encode(text))
    const quick = await findQuickly(toSpecs(folder, bytes, known))
    const problem = quick ?? (await findByTools(folder, texts))
    return problem ? { fate: 'killed', by: problem.rule } : { fate: 'survived', by: '' }
  }
  // That the texts are JSON and not as they were written must not be what the checks tell of.
  const same = await judge(
    new Map(listContract(known).map(({ file, value }) => [file, toText(value)])),
  )
  if (same.fate !== 'survived') {
    throw new Error(
      `The contract is red without any mutant: ${same.by}. Run npx pnpm@12 check:specs, and mend it first.`,
    )
  }
  return ({ file, text }: Mutant) => judge(new Map([[file.replace(/^specs\//, ''), text]]))
}

/** The files of the partner contract that are mutated: documents and schemas. */
export const listContract = ({ files }: Specs) =>
  [...files.values()].filter(({ file }) => /^(openapi|asyncapi|schemas\/[^/]+)\.yaml$/.test(file))

async function findQuickly(specs: Specs): Promise<Problem | undefined> {
  return checkDocuments(specs)[0] ?? (await firstProblem(specs, (check) => !tools.has(check)))
}

async function firstProblem(specs: Specs, isMeant: (check: string) => boolean) {
  for (const [name, check] of Object.entries(checks)) {
    const [problem] = isMeant(name) ? await check(specs) : []
    if (problem) return problem
  }
  return undefined
}

async function findByTools(folder: string, texts: ReadonlyMap<string, string>) {
  const copy = mkdtempSync(join(tmpdir(), 'mutant-specs-'))
  try {
    const isOther = /[\\/](node_modules|reports|test)$/
    cpSync(folder, copy, { recursive: true, filter: (from) => !isOther.test(from) })
    symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'))
    for (const [name, text] of texts) writeFileSync(join(copy, name), text)
    return await firstProblem(readSpecs(copy), (check) => tools.has(check))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
