import { openPatiently } from '@partner-platform/database/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/index.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import type { Answer } from '../../src/testing/start-effect-receiver.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

const workers = 4
const slotsPerEndpoint = 8
const eventCount = 100

/** The queue as if it knew of no endpoints: it gives every worker all that is due. */
function unboundQueue(database: ServerDatabase): ServerDatabase {
  const fetch: ServerDatabase['jobs']['fetch'] = (name, options) =>
    database.jobs.fetch(name, { ...options, groupConcurrency: 1_000 } as never)
  const jobs = new Proxy(database.jobs, {
    get(target, name) {
      const value = name === 'fetch' ? fetch : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, jobs }
}

/** A claim that knows of no bound either. */
const unboundClaim = (database: ServerDatabase): ServerDatabase => ({
  ...database,
  query: (text, values) =>
    database.query(text, text.includes('insert into flights') ? values?.with(-1, 1_000) : values),
})

describe('attempts at once to one endpoint, by several workers on one Postgres', () => {
  const store = useStore('postgres')

  /** Delivers many events of one endpoint; the most attempts at it that were open at once. */
  async function deliver(change: (database: ServerDatabase) => ServerDatabase) {
    let mostOpen = 0
    const waiting: ((answer: Answer) => void)[] = []
    const database = await store.empty()
    const room = await openRoom(
      {
        database,
        answer() {
          mostOpen = Math.max(mostOpen, room.receiver.openCount)
          return new Promise<Answer>((resolve) => void waiting.push(resolve))
        },
      },
      { onTestFinished },
    )
    const { makeSubmission } = await room.makeParty()
    for (let made = 0; made < workers; made++) {
      const own = await openPatiently(() => openStore({ location: store.location(), secretsKeys }))
      onTestFinished(() => own.close())
      await room.work({ database: change(own), slotsPerEndpoint })
    }
    const ids: string[] = []
    for (let made = 0; made < eventCount; made++) ids.push(await room.emit(await makeSubmission()))
    const stop = setInterval(() => waiting.shift()?.({ status: 202 }), 10)
    onTestFinished(() => clearInterval(stop))
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    const { problems, duplicates } = await audit({ query: database.query, ...room })
    return { mostOpen, problems, duplicates }
  }

  it.each<[string, (database: ServerDatabase) => ServerDatabase]>([
    ['as it is', (database) => database],
    ['that gives all that is due', unboundQueue],
  ])('F13 are as many as it has slots, with a queue %s', async (_, change) => {
    expect(await deliver(change)).toEqual({
      ...{ mostOpen: slotsPerEndpoint, problems: [], duplicates: 0 },
    })
  })

  it('F13 finds the mutant that does not count the slots', async () => {
    const { mostOpen } = await deliver((database) => unboundClaim(unboundQueue(database)))
    expect(mostOpen).toBeGreaterThan(slotsPerEndpoint)
  })
})
