import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { checkDocuments, checks } from '@partner-platform/lint'
import { readSpecs, type Specs, toSpecs } from '@partner-platform/lint/contract'
import { toText } from './contract-mutants.ts'
import type { Group, Part } from './groups.ts'
import type { Judge } from './mutant.ts'
import type { RunTests } from './run-vitest.ts'

/** The judges of a group, by the folder whose mutants each judges. */
export const judgesOf = (
  { parts }: Group,
  run: RunTests,
): [folder: string, open: () => Promise<Judge>][] =>
  parts.length === 0
    ? [['specs', () => createContractJudge(join(root, 'specs'))]]
    : parts.map((part) => [part.folder, () => createSourceJudge(part, run)])

/** The files of the partner contract that are mutated: documents and schemas. */
export const listContract = ({ files }: Specs) =>
  [...files.values()].filter(({ file }) => /^(openapi|asyncapi|schemas\/[^/]+)\.yaml$/.test(file))

/** Tries mutants of the contract in `folder` against its checks, which cover all that its tests cover. */
export async function createContractJudge(folder: string): Promise<Judge> {
  const known = readSpecs(folder)
  const findRed = async (texts: readonly (readonly [file: string, text: string])[]) => {
    const bytes = new Map(known.bytes)
    for (const [file, text] of texts) bytes.set(file, new TextEncoder().encode(text))
    const specs = toSpecs(folder, bytes, known)
    for (const check of [checkDocuments, ...Object.values(checks)]) {
      const [problem] = await check(specs)
      if (problem) return problem.rule
    }
    return undefined
  }
  // The checks must not object to JSON in the place of YAML.
  const red = await findRed(listContract(known).map(({ file, value }) => [file, toText(value)]))
  if (red) {
    throw new Error(
      `The contract is red without any mutant: ${red}. Run npx pnpm@12 check:specs, and fix it first.`,
    )
  }
  return async ({ file, text }) => {
    const by = await findRed([[file.replace(/^specs\//, ''), text]])
    return by ? { fate: 'killed', by } : { fate: 'survived', by: '' }
  }
}

/** A mutant that takes this many times as long as the tests take without it hangs. */
const patience = 4
const leastMs = 20_000

/** Runs the tests of a part as they are, which must be green, and then with a mutant each. */
async function createSourceJudge(part: Part, run: RunTests): Promise<Judge> {
  const stages: { stage: readonly string[]; limitMs: number }[] = []
  for (const stage of part.stages) {
    const startedMs = performance.now()
    const { end, by } = await run({ part, stage, limitMs: 180_000 })
    if (end !== 'green') {
      throw new Error(
        `${part.folder} has red tests without any mutant: ${by} (${end}). Run them by hand, and fix them first.`,
      )
    }
    const limitMs = Math.max(leastMs, patience * (performance.now() - startedMs))
    stages.push({ stage, limitMs })
  }
  return async (mutant) => {
    let isEverLoaded = false
    for (const options of stages) {
      const { end, by, isLoaded } = await run({ part, ...options, mutant })
      isEverLoaded ||= isLoaded
      // Red without the mutant in place is another fault, and no kill.
      if (isLoaded && end !== 'green') return { fate: end === 'red' ? 'killed' : end, by }
    }
    return { fate: isEverLoaded ? 'survived' : 'not-loaded', by: '' }
  }
}
