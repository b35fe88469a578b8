import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { isUnavailable, type StoreLocation } from '../../src/index.ts'
import { openTestDatabase, rejectionOf } from '../open-test-database.ts'

const migrations = 'select count(*) as count from drizzle.__drizzle_migrations'
const connections = `
  select count(*) as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

export function describeOpening(createLocation: () => Promise<StoreLocation>): void {
  describe('opening and closing', () => {
    let location: StoreLocation
    beforeAll(async () => {
      location = await createLocation()
    })

    const openWith = (expireInSeconds: number) =>
      openTestDatabase(location, { queues: [{ name: 'work', expireInSeconds }] })

    it('applies each migration once, keeps rows and jobs, and gives queues their newest settings', async () => {
      const first = await openWith(7)
      expect(await first.query(migrations)).toEqual([{ count: 2 }])
      expect(await first.query('select * from notes')).toEqual([
        { id: 0, text: 'made by a migration' },
      ])
      await first.query(`insert into notes values (1, 'kept')`)
      const id = await first.jobs.send('work', { note: 1 })
      await first.close()

      const second = await openWith(9)
      expect(await second.query(migrations)).toEqual([{ count: 2 }])
      expect(await second.query('select text from notes order by id')).toEqual([
        { text: 'made by a migration' },
        { text: 'kept' },
      ])
      expect(await second.jobs.fetch('work')).toMatchObject([{ id, data: { note: 1 } }])
      await second.jobs.send('work', {})
      expect(await second.jobs.fetch('work')).toMatchObject([{ expireInSeconds: 9 }])
      await second.close()
    })

    it('closes quickly and once, and refuses everything afterwards', async () => {
      const before = resources()
      const database = await openTestDatabase(location)
      await database.listen('closing', { onPayload() {}, onLive() {} })
      await Promise.all(Array.from({ length: 20 }, () => database.query('select 1')))
      const started = performance.now()
      await Promise.all([database.close(), database.close()])
      await database.close()
      expect(performance.now() - started).toBeLessThan(3_000)
      expect(await leftovers(before)).toEqual([])

      expect(isUnavailable(await rejectionOf(database.query('select 1')))).toBe(true)
      expect(isUnavailable(await rejectionOf(database.transaction(async () => {})))).toBe(true)
      expect(isUnavailable(await rejectionOf(database.orm.execute('select 1')))).toBe(true)
      expect(isUnavailable(await rejectionOf(database.jobs.fetch('work')))).toBe(true)

      const next = await openTestDatabase(
        location.kind === 'postgres' ? { ...location, poolSize: 1 } : location,
      )
      await vi.waitFor(async () => expect(await next.query(connections)).toEqual([{ count: 0 }]))
      await next.close()
      expect(database.heard).toEqual([])
    })

    it('leaves nothing open when its migrations fail', async () => {
      const before = resources()
      const migrationsFolder = `${import.meta.dirname}/no-such-folder`
      await expect(openTestDatabase(location, { migrationsFolder })).rejects.toThrow(
        '_journal.json',
      )
      expect(await leftovers(before)).toEqual([])
      const database = await openTestDatabase(location)
      await database.close()
    })
  })
}

/** What would keep this process from ending and was not there before; it gets two seconds to go. */
async function leftovers(before: string[]): Promise<string[]> {
  let left = added(before)
  for (let time = 0; time < 100 && left.length > 0; time++) {
    await delay(20)
    left = added(before)
  }
  return left
}

function added(before: string[]): string[] {
  const known = [...before]
  return resources().filter((name) => {
    const place = known.indexOf(name)
    if (place >= 0) known.splice(place, 1)
    return place < 0
  })
}

/** Connections, servers and timers that are open. */
function resources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|Pipe|Timeout/.test(name))
}
