import type { Group } from './groups.ts'
import type { KnownSurvivor } from './known-survivors.ts'
import { isKill, type Mutant, type Outcome } from './mutant.ts'

export type Survivor = { id: string; change: string; reason: string }

/** What a group came to. `percent` is of those tried, without the equivalent ones. */
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
  survivors: Survivor[]
}

export type Scored = { score: Score; problems: string[] }

type Tried = {
  group: Group
  /** All of the group, tried or not. */
  mutants: readonly Mutant[]
  outcomes: ReadonlyMap<string, Outcome>
  known: readonly KnownSurvivor[]
}

/** Counts a group, and tells what makes it red. */
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
  // Where all are equivalent none is missed, and where none was tried nothing is known.
  const share = counted === 0 ? Number(tried.length > 0) : killed.length / counted
  const percent = Math.floor(1000 * share) / 10
  const survivors = alive.map(({ id, change, fate }) => {
    const reason = listed.get(id)?.reason ?? ''
    return {
      id,
      change,
      reason: fate === 'not-loaded' ? `No test loads it. ${reason}`.trim() : reason,
    }
  })
  const { what, targetPercent } = group
  return {
    score: {
      ...{ what, mutants: mutants.length, tried: tried.length, killed: killed.length, equivalent },
      ...{ survived: alive.length - equivalent, percent, targetPercent },
      ...{ killedBy: countBy(killed), survivors },
    },
    problems: [
      ...[...listed.keys()].flatMap((id) => {
        if (!mutants.some((one) => one.id === id))
          return `${id} is gone: take it from known-survivors.json.`
        const isKilled = killed.some((one) => one.id === id)
        return isKilled ? `${id} is killed: take it from known-survivors.json.` : []
      }),
      ...(percent < targetPercent
        ? [
            `${group.name} is below its target: ${percent} % of ${targetPercent} %. Write the missing tests.`,
          ]
        : []),
    ],
  }
}

function countBy(killed: readonly { by: string }[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { by } of killed) counts.set(by, (counts.get(by) ?? 0) + 1)
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return Object.fromEntries(sorted)
}
