import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store.ts'
import { openEmbedded, useFolders } from '../open-embedded.ts'
import { rejectionOf, stateOf } from '../open-test-database.ts'

describe('an embedded store', () => {
  const createFolder = useFolders()
  let store: Store
  beforeAll(async () => {
    store = await openEmbedded(await createFolder())
  })
  afterAll(() => store.close())

  it('closes a failed block of statements before the next caller', async () => {
    const block = store.jobsDb.executeSql('begin; select 1 / 0; commit')
    const next = store.query('select 1 as one')
    const after = store.transaction(async (tx) => tx.execute('select 2 as two'))
    expect(stateOf(await rejectionOf(block))).toBe('22012')
    expect(await next).toEqual([{ one: 1 }])
    expect(await after).toMatchObject({ rows: [{ two: 2 }] })
  })

  it('returns the rows of every statement of a block', async () => {
    const { rows } = await store.jobsDb.executeSql(
      'begin; select 1 as one; select 2 as one; commit',
    )
    expect(rows).toEqual([{ one: 1 }, { one: 2 }])
  })

  it('answers in the order in which it was asked', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 3 === 0) await store.transaction(async (tx) => tx.execute('select 1'))
        else await store.query('select 1')
        order.push(index)
      }),
    )
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('lets the event loop turn between calls, however busy it is', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    for (let index = 0; index < 20; index++) await store.query('select 1')
    clearImmediate(counting)
    expect(turns).toBeGreaterThanOrEqual(20)
  })
})
