import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@partner-platform/database'
import { seededRandom } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import { startHandling } from '../../../src/handle/start-handling.ts'
import { silentLogger } from '../../../src/log.ts'
import { handleQueue } from '../../../src/store/open-store.ts'
import { eventWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import {
  endLeases,
  type Handle,
  never,
  simulateProcess,
  takeSuspectsTogether,
} from '../simulated-process.ts'
import { createStartRoom, quick } from '../start-room.ts'

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const bystanders = 50
const poison = uuidOf(25)
/** Its first crash, in company, and five alone. */
const wantedDeaths = 6
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const kills = 100

type Row = { uuid: string; handling: string; tries: number; interruptions: number }
type Change = (database: Database) => Database

const rowsOf = (database: Database) =>
  database.query<Row>(`select submission_uuid as uuid, handling, tries, interruptions from events`)

/** Handles until nothing waits or the process dies; gives whether it died. */
async function live(database: Database, handle: Handle, change: Change = (same) => same) {
  const process = simulateProcess(database)
  await endLeases(database)
  const handling = await startHandling(change(process.database), {
    ...{ ...quick, handle: handle(process), logger: silentLogger },
  })
  let isDead = false
  void process.died.then(() => {
    isDead = true
  })
  const waiting = `select from events where handling = 'waiting' limit 1`
  const isIdle = async () => (await database.query(waiting)).length === 0
  await expect
    .poll(async () => isDead || (await isIdle()), { timeout: 30_000, interval: 10 })
    .toBe(true)
  await handling.stop(0)
  return isDead
}

export function testCrashes(store: TestStore) {
  const startRoom = createStartRoom(store)

  /** One event that kills its process each time, among others. */
  async function killByPoison(change?: Change) {
    const { database, add } = await startRoom()
    for (let number = 0; number <= bystanders; number++)
      await add(eventWith({ uuid: uuidOf(number) }))
    const handle: Handle = (process) => async (event) => {
      if (event.submission.uuid === poison) {
        process.die()
        return never()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    let deaths = 0
    while (deaths <= 2 * wantedDeaths && (await live(database, handle, change))) deaths += 1
    const rows = await rowsOf(database)
    return { deaths, rows, setAside: rows.filter(({ handling }) => handling === 'failed') }
  }

  describe('and processes that die', () => {
    it('F26 set aside only the event that kills them each time', { timeout: 120_000 }, async () => {
      const { deaths, rows, setAside } = await killByPoison()
      expect(setAside).toEqual([{ uuid: poison, handling: 'failed', tries: 0, interruptions: 5 }])
      expect(deaths).toBe(wantedDeaths)
      const others = rows.filter(({ uuid }) => uuid !== poison)
      expect(others).toEqual(
        others.map(({ uuid }) => ({ uuid, handling: 'handled', tries: 1, interruptions: 0 })),
      )
      expect(others).toHaveLength(bystanders)
    })

    it('F26 come to a suspect though they are never idle, and handle nothing beside it', {
      timeout: 60_000,
    }, async () => {
      const { database, add, handle, untilState } = await startRoom()
      const suspect = eventWith({ uuid: poison })
      await add(suspect)
      // The process that had it in hand is gone.
      await database.jobs.fetch(handleQueue)
      await endLeases(database)
      const bystander = (number: number) => add(eventWith({ uuid: uuidOf(100 + number) }))
      await Promise.all(Array.from({ length: 200 }, (_, number) => bystander(number)))
      let [busy, begun] = [0, 0]
      let next = Promise.withResolvers<void>()
      const turns: { begun: number; beside: number }[] = []
      await handle({
        slots: 2,
        async handle({ submission }) {
          if (submission.uuid === poison) return void turns.push({ begun, beside: busy })
          busy += 1
          begun += 1
          next.resolve()
          next = Promise.withResolvers()
          // Ends when the next one begins; none does while the suspect is waited for.
          await Promise.race([next.promise, delay(100)])
          busy -= 1
        },
      })
      await untilState(suspect, 'handled')
      expect(turns).toMatchObject([{ beside: 0 }])
      expect(turns[0]?.begun).toBeGreaterThan(0)
      expect(turns[0]?.begun).toBeLessThan(200)
    })

    it('F26 finds the mutant that runs suspects together', { timeout: 120_000 }, async () => {
      const { setAside } = await killByPoison(takeSuspectsTogether)
      expect(setAside.length).toBeGreaterThan(1)
    })
  })
}

/** Kills at random moments, none of which is any event's doing. */
export function testRandomKills(store: TestStore) {
  const startRoom = createStartRoom(store)

  it(`F26 set no event aside in ${kills} kills where no handler fails (SEED=${seed})`, {
    timeout: 240_000,
  }, async () => {
    const { database, add } = await startRoom()
    const random = seededRandom(seed)
    let added = 0
    let victim = ''
    for (let killed = 0; killed < kills; ) {
      const events = Array.from({ length: 10 }, () => eventWith({ uuid: uuidOf(added++) }))
      await Promise.all(events.map(add))
      let left = random.between(1, 20)
      const handle: Handle =
        (process) =>
        async (_event, { storageKey }) => {
          left -= 1
          // The same one each time would be no accident.
          if (left > 0 || storageKey === victim)
            return new Promise((resolve) => setImmediate(resolve))
          victim = storageKey
          process.die()
          return never()
        }
      if (await live(database, handle)) killed += 1
    }
    expect(await live(database, () => () => {})).toBe(false)
    const rows = await rowsOf(database)
    expect(rows).toHaveLength(added)
    expect(rows.filter(({ handling }) => handling !== 'handled')).toEqual([])
  })
}
