import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedEngine, openPglite, startEngine } from '../../src/embedded-engine.ts'
import { keepHouse, tidy } from '../../src/embedded-store.ts'
import { createTransactionGuard } from '../../src/store.ts'
import { useFolders } from '../open-embedded.ts'

describe('the housekeeping of the embedded store', () => {
  const createFolder = useFolders()
  let engine: EmbeddedEngine
  beforeAll(async () => {
    const folder = await createFolder()
    engine = await startEngine({
      guard: createTransactionGuard(),
      open: () => openPglite(folder),
      canRestart: false,
      onLost() {},
      async onRestarted() {},
    })
    await engine.run((pglite) => pglite.exec('create table heap (id serial, text text)'))
  })
  afterAll(() => engine.close())

  const ask = async <Row>(text: string) =>
    (await engine.run((pglite) => pglite.query<Row>(text))).rows[0]
  const measure = () =>
    ask<{ log: number; heap: number }>(`select pg_relation_size('heap') as heap,
      pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as log from pg_control_checkpoint()`)
  const churn = async () => {
    for (let time = 0; time < 5; time++) {
      await engine.run((pglite) =>
        pglite.exec(`insert into heap (text) select repeat(md5(n::text), 30)
          from generate_series(1, 5000) as n; delete from heap;`),
      )
    }
    // What was counted is told to others a second later at the earliest, or when asked.
    await engine.run((pglite) => pglite.exec('select pg_stat_force_next_flush()'))
  }

  it('frees the space of dead rows and truncates the log, which nothing else does', async () => {
    await churn()
    const before = await measure()
    expect(before?.log).toBeGreaterThan(20_000_000)
    expect(before?.heap).toBeGreaterThan(20_000_000)
    await tidy(engine)
    const after = await measure()
    expect(after?.log).toBeLessThan(1_000_000)
    expect(after?.heap).toBe(0)
  })

  it('updates the statistics of the planner', async () => {
    await engine.run((pglite) =>
      pglite.exec(`insert into heap (text) select 'x' from generate_series(1, 3000);
        select pg_stat_force_next_flush();`),
    )
    await tidy(engine)
    expect(await ask(`select reltuples as rows from pg_class where relname = 'heap'`)).toEqual({
      rows: 3000,
    })
  })

  it('repeats until stopped, whatever the result of a round', async () => {
    const errors: unknown[] = []
    let rounds = 0
    const failing: Pick<EmbeddedEngine, 'run'> = {
      run: () => Promise.reject(new Error(`round ${++rounds}`)),
    }
    const stop = keepHouse(failing, { everyMs: 1, onError: (error) => errors.push(error) })
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(2))
    stop()
    const seen = rounds
    await engine.run((pglite) => pglite.query('select pg_sleep(0.05)'))
    expect(rounds).toBe(seen)
    expect(errors.map(String)).toEqual(errors.map((_, index) => `Error: round ${index + 1}`))
  })

  it('skips unchanged tables', async () => {
    const count = () =>
      ask(`select sum(vacuum_count + analyze_count)::integer as count from pg_stat_all_tables`)
    await tidy(engine)
    await tidy(engine)
    const before = await count()
    await tidy(engine)
    expect(await count()).toEqual(before)
  })
})
