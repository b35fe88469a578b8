import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { announce } from '../../src/store/channels.ts'
import { hearOwnChanges } from '../../src/store/watch-changes.ts'
import { openFileStore } from '../open-test-store.ts'

describe('hearOwnChanges', async () => {
  let forgotten = 0
  const changes = { generation: 0, isLive: true, forget: () => void forgotten++, async close() {} }
  const database = hearOwnChanges(await openFileStore(), changes)

  it('invalidates the cache even if the commit rejects, because it may have taken effect', async () => {
    const before = forgotten
    const broken = database.transaction(async (tx) => {
      await announce(tx, 'access')
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    })
    await broken.catch(() => {})
    expect(forgotten).toBe(before + 1)
  })

  it('keeps it after another announcement or a rolled-back transaction', async () => {
    const before = forgotten
    await database.transaction((tx) => announce(tx, 'deliveries'))
    const given = database.transaction(async (tx) => {
      await announce(tx, 'access')
      throw new Error('Given up.')
    })
    await expect(given).rejects.toThrow('Given up.')
    expect(forgotten).toBe(before)
  })
})
