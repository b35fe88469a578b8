import { checkDocuments, checks } from '@partner-platform/lint'
import { type Problem, readSpecs, type Specs, toSpecs } from '@partner-platform/lint/contract'
import { toText } from './contract-mutants.ts'
import type { Judge } from './create-source-judge.ts'
import type { Mutant, Outcome } from './mutant.ts'

/**
 * Tries mutants of the contract in `folder` against its checks. The tests of specs judge the same examples
 * again or test the checks themselves, so they would kill no other mutants.
 */
export async function createContractJudge(folder: string): Promise<Judge> {
  const known = readSpecs(folder)
  const judge = async (texts: ReadonlyMap<string, string>): Promise<Outcome> => {
    const bytes = new Map(known.bytes)
    for (const [name, text] of texts) bytes.set(name, new TextEncoder().encode(text))
    const problem = await firstProblem(toSpecs(folder, bytes, known))
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

async function firstProblem(specs: Specs): Promise<Problem | undefined> {
  const [first] = checkDocuments(specs)
  if (first) return first
  for (const check of Object.values(checks)) {
    const [problem] = await check(specs)
    if (problem) return problem
  }
  return undefined
}
