import { seededRandom } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { changeJobs } from './add-mutant.ts'
import { compareWithStore } from './compare-with-store.ts'
import { useRooms } from './open-room.ts'
import { seed } from './open-stage.ts'
import { createStoreWalk } from './store-walk.ts'

const worlds = 50
const steps = 30
/** If some command has not occurred by chance, continue up to this step. */
const mostSteps = 240
const timeout = 300_000

const commands = [
  ...['change', 'attempt', 'start', 'finish', 'freeze', 'thaw', 'enable', 'disable'],
  ...['replay', 'lose job', 'probe', 'idle probe', 'change url', 'replay expired'],
  ...['expire at attempt', 'expire at probe', 'put off at attempt'],
]

/** Walks until store and model differ, and returns the difference; `null` if they never do. */
async function findDifference(database: ServerDatabase, seen: Record<string, number> = {}) {
  const walk = createStoreWalk(database, seededRandom(seed))
  await walk.addWorlds(worlds)
  const hasSeenAll = () => commands.every((name) => walk.seen[name])
  for (let step = 1; step <= mostSteps && !(step > steps && hasSeenAll()); step++) {
    try {
      await walk.step()
    } catch (error) {
      return `step ${step}: ${error}`
    }
    const difference = await compareWithStore(walk.models, database)
    if (difference) return `step ${step}: ${difference}`
  }
  Object.assign(seen, walk.seen)
  return null
}

// The statements are the same on both stores; a real Postgres runs them several times as fast.
describe(`the store and the model of deliveries (SEED=${seed})`, () => {
  const { openEmpty } = useRooms('postgres')

  it(`I6 agree after each of ${worlds * steps} random commands or more`, { timeout }, async () => {
    const seen: Record<string, number> = {}
    expect(await findDifference(await openEmpty(), seen)).toBeNull()
    // Every command must have been run.
    expect(commands.filter((name) => !seen[name])).toEqual([])
  })

  it.each<[string, string]>([
    ['an attempt', 'every open delivery has a job|"hasJob":true'],
    ['a probe', '"hasProbe":true'],
  ])('I6 finds the mutant that forgets to schedule %s', { timeout }, async (forgotten, rule) => {
    const database = await openEmpty()
    const insert: ServerDatabase['jobs']['insert'] = (queue, jobs, options) => {
      const kept = jobs.filter(({ data }) => !forgotten.endsWith((data as { kind: string }).kind))
      return database.jobs.insert(queue, kept, options)
    }
    expect(await findDifference(changeJobs(database, { insert }))).toMatch(new RegExp(rule))
  })
})
