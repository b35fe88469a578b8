import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { createContractJudge } from './create-contract-judge.ts'
import { createSourceJudge, type Judge } from './create-source-judge.ts'
import type { Group } from './groups.ts'
import type { Progress } from './keep-progress.ts'
import { isKill, type Mutant } from './mutant.ts'

/** More at once would make the tests of a machine with two cores late, which looks like a kill. */
const atOnce = 2

type Run = {
  group: Group
  mutants: readonly Mutant[]
  progress: Progress
  say: (line: string) => void
}

/** Tries the mutants that have no outcome yet. */
export async function runGroup({ group, mutants, progress, say }: Run): Promise<void> {
  const left = mutants.filter(({ id }) => !progress.outcomes.has(id))
  const judges = new Map<string, Judge>()
  for (const { folder, judge } of judgesOf(group)) {
    if (left.some(({ file }) => file.startsWith(`${folder}/`))) judges.set(folder, await judge())
  }
  let done = mutants.length - left.length
  const tryOne = async (mutant: Mutant) => {
    const [, judge] = [...judges].find(([folder]) => mutant.file.startsWith(`${folder}/`)) ?? []
    if (!judge) throw new Error(`${mutant.id} belongs to no part of ${group.name}.`)
    const outcome = await judge(mutant)
    progress.note(mutant.id, outcome)
    done += 1
    const end = isKill(outcome)
      ? `${outcome.fate} by ${outcome.by}`
      : `${outcome.fate.toUpperCase()} ${mutant.change}`
    say(`${group.name} ${done} of ${mutants.length}: ${mutant.id}: ${end}`)
  }
  const queue = left.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const mutant of queue) await tryOne(mutant)
    }),
  )
}

function judgesOf({ parts }: Group): { folder: string; judge: () => Promise<Judge> }[] {
  if (parts.length === 0) {
    return [{ folder: 'specs', judge: () => createContractJudge(join(root, 'specs')) }]
  }
  return parts.map((part) => ({ folder: part.folder, judge: () => createSourceJudge(part) }))
}
