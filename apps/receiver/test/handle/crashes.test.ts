import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Jobs } from '@partner-platform/database'
import { seededRandom } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'
import { startHandling } from '../../src/handle/start-handling.ts'
import type { EventHandler } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { handleQueue } from '../../src/store/open-store.ts'
import { eventWith, uuidOf } from '../deliveries.ts'
import { withMethod } from '../faults/add-mutant.ts'
import { never, quick, useRoom } from './start-room.ts'

const startRoom = useRoom()
const bystanders = 30
const poison = uuidOf(15)
/** The first in company, and five alone. */
const wantedDeaths = 6
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const kills = 12

type Row = { uuid: string; handling: string; tries: number; interruptions: number }

const rowsOf = (database: Database) =>
  database.query<Row>(`select submission_uuid as uuid, handling, tries, interruptions from events`)

/**
 * Handles events as a process that can die: then nothing that it does reaches the store. Resolves when
 * nothing is waiting or the process died; true if it died.
 */
async function live(database: Database, handle: (die: () => void) => EventHandler) {
  let isDead = false
  const assertAlive = () => {
    if (isDead) throw new Error('The process is dead.')
  }
  const transaction: Database['transaction'] = async (work, config) => {
    assertAlive()
    return database.transaction(async (tx) => {
      const result = await work(tx)
      // It died before the commit.
      assertAlive()
      return result
    }, config)
  }
  const die = () => {
    isDead = true
  }
  const handling = await startHandling(
    { ...database, transaction },
    { ...quick, handle: handle(die), logger: silentLogger },
  )
  const waiting = `select from events where handling = 'waiting' limit 1`
  const isOver = async () => isDead || (await database.query(waiting)).length === 0
  await expect.poll(isOver, { timeout: 30_000, interval: 10 }).toBe(true)
  await handling.stop(0)
  return isDead
}

/** One event that kills its process each time, among others. */
async function killByPoison(change: (database: Database) => Database = (same) => same) {
  const { database, add } = await startRoom()
  for (let number = 0; number <= bystanders; number++)
    await add(eventWith({ uuid: uuidOf(number) }))
  let deaths = 0
  const handle = (die: () => void) => async (event: Parameters<EventHandler>[0]) => {
    if (event.submission.uuid !== poison) return nextTurn()
    die()
    return never()
  }
  while (deaths <= 2 * wantedDeaths && (await live(change(database), handle))) deaths += 1
  const rows = await rowsOf(database)
  return { deaths, rows, setAside: rows.filter(({ handling }) => handling === 'failed') }
}

it('F26 only the event that kills its process each time is set aside', async () => {
  const { deaths, rows, setAside } = await killByPoison()
  expect(setAside).toEqual([{ uuid: poison, handling: 'failed', tries: 0, interruptions: 5 }])
  expect(deaths).toBe(wantedDeaths)
  const others = rows.filter(({ uuid }) => uuid !== poison)
  expect(others).toHaveLength(bystanders)
  for (const row of others) {
    expect(row).toMatchObject({ handling: 'handled', tries: 1, interruptions: 0 })
  }
})

/** A mutant: takes as many suspects at once as it has slots. */
function takeSuspectsTogether(database: Database): Database {
  const fetch = ((name, options) =>
    database.jobs.fetch(name, { ...options, batchSize: 8 })) as Jobs['fetch']
  return { ...database, jobs: withMethod(database.jobs, { fetch }) }
}

it('F26 finds the mutant that handles suspects together', async () => {
  const { setAside } = await killByPoison(takeSuspectsTogether)
  expect(setAside.length).toBeGreaterThan(1)
})

it('F26 a busy process handles suspects too, and handles each alone', async () => {
  const { database, add, handle, untilState } = await startRoom()
  const suspect = eventWith({ uuid: poison })
  await add(suspect)
  // The process that had it is gone.
  await database.jobs.fetch(handleQueue)
  const bystander = (number: number) => add(eventWith({ uuid: uuidOf(100 + number) }))
  await Promise.all(Array.from({ length: 200 }, (_, number) => bystander(number)))
  let [busy, begun] = [0, 0]
  let next = Promise.withResolvers<void>()
  const turns: { begun: number; others: number }[] = []
  await handle({
    slots: 3,
    async handle({ submission }) {
      if (submission.uuid === poison) return void turns.push({ begun, others: busy })
      busy += 1
      begun += 1
      next.resolve()
      next = Promise.withResolvers()
      // Ends when the next one begins; none does while the suspect is awaited.
      await Promise.race([next.promise, delay(100)])
      busy -= 1
    },
  })
  await untilState(suspect, 'handled')
  expect(turns).toMatchObject([{ others: 0 }])
  expect(turns[0]?.begun).toBeGreaterThan(0)
  expect(turns[0]?.begun).toBeLessThan(200)
})

it(`F26 ${kills} kills set no event aside if no handler fails (SEED=${seed})`, async () => {
  const { database, add } = await startRoom()
  const random = seededRandom(seed)
  let added = 0
  let victim = ''
  for (let killed = 0; killed < kills; ) {
    const events = Array.from({ length: 10 }, () => eventWith({ uuid: uuidOf(added++) }))
    await Promise.all(events.map((event) => add(event)))
    let left = random.between(1, 20)
    const handle =
      (die: () => void): EventHandler =>
      async (_event, { storageKey }) => {
        left -= 1
        // The same one each time would be no accident.
        if (left > 0 || storageKey === victim) return nextTurn()
        victim = storageKey
        die()
        return never()
      }
    if (await live(database, handle)) killed += 1
  }
  expect(await live(database, () => () => {})).toBe(false)
  const rows = await rowsOf(database)
  expect(rows).toHaveLength(added)
  expect(rows.filter(({ handling }) => handling !== 'handled')).toEqual([])
})
