import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatTable } from '@partner-platform/dev/format-table'
import { root } from '@partner-platform/dev/workspaces'
import { type Group, groups, type MutateOptions } from './groups.ts'
import { judgesOf } from './judges.ts'
import { listMutants, sample, sampleSeed } from './list-mutants.ts'
import { isKill, type Judge, type Mutant, type Outcome } from './mutant.ts'
import { type RunTests, runVitest } from './run-vitest.ts'
import { type KnownSurvivor, type Score, type Scored, scoreGroup } from './score-group.ts'

type MutateTools = {
  known: readonly KnownSurvivor[]
  /** Folder of what earlier runs found. */
  reports: string
  say: (line: string) => void
  /** @default starts a process for each run */
  run?: RunTests
}

type Chosen = { group: Group; mutants: Mutant[]; chosen: Mutant[] }

/** Tries mutants. Returns the exit code: 1 if a group is below its target or the list is wrong. */
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
  // The score of a chosen part is not the score of the group.
  if (options.only === undefined && options.sample === undefined) keepScores(scores)
  say(`\n${formatTable(toRows(scores))}\n`)
  for (const { id, change, reason } of [...scores.values()].flatMap((one) => one.survivors)) {
    say(`survived: ${id}: ${change}. ${reason}`.trim())
  }
  const problems = [...scored.values()].flatMap((one) => one.problems)
  for (const problem of problems) say(problem)
  return problems.length > 0 ? 1 : 0
}

function choose(group: Group, { only, sample: most = group.limit }: MutateOptions): Chosen {
  const mutants = listMutants(group)
  const isNamed = ({ id }: Mutant) => id === only || id.startsWith(`${only} `)
  const chosen = only === undefined ? sample(mutants, most) : mutants.filter(isNamed)
  return { group, mutants, chosen }
}

/** On two cores, more at once would delay the tests, and a timeout looks like a kill. */
const atOnce = 2

async function tryGroup({ group, mutants, chosen }: Chosen, tools: MutateTools): Promise<Scored> {
  const { known, reports, say, run = runVitest } = tools
  const digest = digestOf({ group, sampleSeed })
  const progress = keepProgress(join(reports, `${group.name}.json`), digest)
  say(`${group.name}: ${chosen.length} of ${mutants.length} mutants`)
  const left = chosen.filter(({ id }) => !progress.outcomes.has(id))
  const judges: [folder: string, judge: Judge][] = []
  for (const [folder, open] of judgesOf(group, run)) {
    if (left.some(({ file }) => file.startsWith(`${folder}/`))) judges.push([folder, await open()])
  }
  let done = chosen.length - left.length
  const tryOne = async (mutant: Mutant) => {
    const [, judge] = judges.find(([folder]) => mutant.file.startsWith(`${folder}/`)) ?? []
    if (!judge) throw new Error(`${mutant.id} belongs to no part of ${group.name}.`)
    const outcome = await judge(mutant)
    progress.note(mutant.id, outcome)
    done += 1
    const { fate, by } = outcome
    const end = isKill(outcome) ? `${fate} by ${by}` : `${fate.toUpperCase()} ${mutant.change}`
    say(`${group.name} ${done} of ${chosen.length}: ${mutant.id}: ${end}`)
  }
  const queue = left.values()
  const work = async () => {
    for (const mutant of queue) await tryOne(mutant)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const ids = new Set(chosen.map(({ id }) => id))
  const outcomes = new Map([...progress.outcomes].filter(([id]) => ids.has(id)))
  return scoreGroup({ group, mutants, outcomes, known })
}

/** The outcomes so far of a run with the same `digest`, which this run resumes. */
function keepProgress(file: string, digest: string) {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const outcomes = new Map<string, Outcome>(
    kept?.digest === digest ? Object.entries(kept.outcomes) : [],
  )
  return {
    outcomes,
    note(id: string, outcome: Outcome) {
      outcomes.set(id, outcome)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ digest, outcomes: Object.fromEntries(outcomes) }))
    },
  }
}

/** Changes with any file that mutants, tests and checks are made of. */
function digestOf(settings: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  const places = ['{packages,apps}/*/{src,test}', 'specs/{schemas,examples,vectors,decisions}']
  const patterns = [...places.map((place) => `${place}/**/*.{ts,yaml,json,md}`), 'specs/*.yaml']
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const isElsewhere = /^packages.(dev|audit.(?!src.mutate))/.test(file)
    if (!isElsewhere) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const scoreFile = join(import.meta.dirname, '../../mutation-score.json')

/** Replaces the scores of the groups that ran, and keeps the others, in the order of the groups. */
export function keepScores(scores: ReadonlyMap<string, Score>, file = scoreFile): void {
  const known: Record<string, Score> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}
  const all = groups.flatMap(({ name }) => {
    const score = scores.get(name) ?? known[name]
    return score ? [[name, score]] : []
  })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`)
}

const toRows = (scores: ReadonlyMap<string, Score>): string[][] => [
  ['group', 'mutants', 'tried', 'killed', 'equivalent', 'survived', 'score', 'target'],
  ...[...scores].map(([name, score]) => [
    name,
    ...[score.mutants, score.tried, score.killed, score.equivalent, score.survived].map(String),
    ...[`${score.percent}%`, `${score.targetPercent}%`],
  ]),
]
