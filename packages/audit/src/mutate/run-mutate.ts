import { join } from 'node:path'
import { formatTable } from '@partner-platform/dev/format-table'
import type { Group } from './groups.ts'
import { digestOf, keepProgress } from './keep-progress.ts'
import { keepScores, toRows } from './keep-scores.ts'
import type { KnownSurvivor } from './known-survivors.ts'
import { listMutants } from './list-mutants.ts'
import type { Mutant } from './mutant.ts'
import type { MutateOptions } from './read-mutate-options.ts'
import { runGroup } from './run-group.ts'
import { sample, sampleSeed } from './sample.ts'
import { type Scored, scoreGroup } from './score-group.ts'

export type MutateTools = {
  known: readonly KnownSurvivor[]
  /** Folder of what earlier runs found. */
  reports: string
  /** Takes a line for people. */
  say: (line: string) => void
}

type Chosen = { group: Group; mutants: Mutant[]; chosen: Mutant[] }

/** Tries mutants, and gives the exit code: 1 where a group is below its target or the list is wrong. */
export async function runMutate(options: MutateOptions, tools: MutateTools): Promise<0 | 1> {
  const { say } = tools
  const choices = options.groups
    .map((group) => choose(group, options))
    .filter(({ chosen }) => chosen.length > 0)
  if (choices.length === 0) throw new Error(`No mutant is named ${options.only}. See --list.`)
  if (options.list) {
    for (const { id, change } of choices.flatMap(({ chosen }) => chosen)) say(`${id}: ${change}`)
    return 0
  }
  const scored = new Map<string, Scored>()
  for (const choice of choices) scored.set(choice.group.name, await tryGroup(choice, tools))
  const scores = new Map([...scored].map(([name, { score }]) => [name, score]))
  // A share that somebody chose on the way is no score of the group.
  if (options.only === undefined && options.sample === undefined) keepScores(scores)
  say(`\n${formatTable(toRows(scores))}\n`)
  for (const { survivors } of scores.values()) {
    for (const { id, change, reason } of survivors) {
      say(`survived: ${id}: ${change}. ${reason}`.trim())
    }
  }
  const problems = [...scored.values()].flatMap((one) => one.problems)
  for (const problem of problems) say(problem)
  return problems.length > 0 ? 1 : 0
}

function choose(group: Group, { only, sample: most }: MutateOptions): Chosen {
  const mutants = listMutants(group)
  if (only === undefined) {
    return { group, mutants, chosen: sample(mutants, most ?? group.limit) }
  }
  const chosen = mutants.filter(({ id }) => id === only || id.startsWith(`${only} `))
  return { group, mutants, chosen }
}

async function tryGroup({ group, mutants, chosen }: Chosen, tools: MutateTools): Promise<Scored> {
  const { known, reports, say } = tools
  const digest = digestOf({ group, sampleSeed })
  const progress = keepProgress(join(reports, `${group.name}.json`), digest)
  say(`${group.name}: ${chosen.length} of ${mutants.length} mutants`)
  await runGroup({ group, mutants: chosen, progress, say })
  const ids = new Set(chosen.map(({ id }) => id))
  const outcomes = new Map([...progress.outcomes].filter(([id]) => ids.has(id)))
  return scoreGroup({ group, mutants, outcomes, known })
}
