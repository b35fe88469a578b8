import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Group, groups } from './groups.ts'
import { isKill, type Mutant, type Outcome } from './mutant.ts'

/** A mutant that nothing kills, and why. */
export type KnownSurvivor = {
  group: string
  id: string
  /** `equivalent` behaves like the original and does not count; a `gap` counts as not killed. */
  kind: 'equivalent' | 'gap'
  reason: string
}

const knownSurvivorsFile = join(import.meta.dirname, '../../known-survivors.json')

export function readKnownSurvivors(
  text = readFileSync(knownSurvivorsFile, 'utf8'),
): KnownSurvivor[] {
  const entries = JSON.parse(text) as KnownSurvivor[]
  for (const { group, id, kind, reason } of entries) {
    const isWhole = [group, id, reason].every((one) => typeof one === 'string' && one.trim() !== '')
    const isOfGroup = groups.some(({ name }) => name === group)
    if (!isWhole || !isOfGroup || !['equivalent', 'gap'].includes(kind)) {
      throw new TypeError(
        `The entry ${id ?? 'without id'} of known-survivors.json is incomplete. Give it a known group, an id, a kind and a reason.`,
      )
    }
  }
  return entries
}

/** The result of a group. `percent` is of the tried mutants without the equivalent ones. */
export type Score = {
  what: string
  mutants: number
  tried: number
  killed: number
  equivalent: number
  survived: number
  percent: number
  targetPercent: number
  /** How many each check or test file killed, most first. */
  killedBy: Record<string, number>
  survivors: { id: string; change: string; reason: string }[]
}

export type Scored = { score: Score; problems: string[] }

type Tried = {
  group: Group
  /** All of the group, tried or not. */
  mutants: readonly Mutant[]
  outcomes: ReadonlyMap<string, Outcome>
  known: readonly KnownSurvivor[]
}

export function scoreGroup({ group, mutants, outcomes, known }: Tried): Scored {
  const listed = new Map(
    known.filter((one) => one.group === group.name).map((one) => [one.id, one]),
  )
  const tried = mutants.flatMap((mutant) => {
    const outcome = outcomes.get(mutant.id)
    return outcome ? [{ ...mutant, ...outcome }] : []
  })
  const killed = tried.filter(isKill)
  const alive = tried.filter((one) => !isKill(one))
  const equivalent = alive.filter(({ id }) => listed.get(id)?.kind === 'equivalent').length
  const counted = tried.length - equivalent
  // If all are equivalent, none is missed; if none was tried, nothing is known.
  const share = counted === 0 ? Number(tried.length > 0) : killed.length / counted
  const percent = Math.floor(1000 * share) / 10
  const { what, targetPercent } = group
  const problems = [...listed.keys()].flatMap((id) => {
    const isGone = !mutants.some((one) => one.id === id)
    const isKilled = killed.some((one) => one.id === id)
    if (!isGone && !isKilled) return []
    return [`${id} is ${isGone ? 'gone' : 'killed'}: remove it from known-survivors.json.`]
  })
  if (percent < targetPercent) {
    problems.push(
      `${group.name} is below its target: ${percent}%, not ${targetPercent}%. Write the missing tests.`,
    )
  }
  const survivors = alive.map(({ id, change, fate }) => {
    const reason = listed.get(id)?.reason ?? ''
    return {
      id,
      change,
      reason: fate === 'not-loaded' ? `No test loads it. ${reason}`.trim() : reason,
    }
  })
  return {
    problems,
    score: {
      what,
      mutants: mutants.length,
      tried: tried.length,
      killed: killed.length,
      equivalent,
      survived: alive.length - equivalent,
      percent,
      targetPercent,
      killedBy: countBy(killed),
      survivors,
    },
  }
}

function countBy(killed: readonly { by: string }[]): Record<string, number> {
  const counts = Object.entries(Object.groupBy(killed, ({ by }) => by)).map(
    ([by, some = []]): [string, number] => [by, some.length],
  )
  return Object.fromEntries(counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}
