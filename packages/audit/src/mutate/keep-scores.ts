import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from './groups.ts'
import type { Score } from './score-group.ts'

export const scoreFile = join(import.meta.dirname, '../../mutation-score.json')

/** Puts the scores of the groups that ran among those that are there, in the order of the groups. */
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

/** One row a group, with a head. */
export const toRows = (scores: ReadonlyMap<string, Score>): string[][] => [
  ['group', 'mutants', 'tried', 'killed', 'equivalent', 'survived', 'score', 'target'],
  ...[...scores].map(([name, score]) => [
    name,
    ...[score.mutants, score.tried, score.killed, score.equivalent, score.survived].map(String),
    ...[`${score.percent} %`, `${score.targetPercent} %`],
  ]),
]
