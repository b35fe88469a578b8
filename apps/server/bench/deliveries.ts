// From a change of status to the partner: how long one takes while nothing else happens, and how many a second
// go through, beside bare pg-boss on the same kind of store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import { type Contestant, compare, grow, inSmoke } from '@partner-platform/harness/bench'
import { toStoreSettings } from '../src/testing/index.ts'
import { openQueue } from './measure-queue.ts'
import { startPlatform } from './start-platform.ts'

const lanes = 16
const endpoints = inSmoke(2, 20)
const rounds = 3
const forMs = inSmoke(100, 8_000)
const queues = {
  'pg-boss, one job per call': { lanes: 1, batchSize: 1 },
  'pg-boss, 16 calls at once': { lanes: 16, batchSize: 1 },
  'pg-boss, 100 jobs per call': { lanes: 1, batchSize: 100 },
}
const words = { embedded: 'embedded store', postgres: 'Postgres with fsync' }

const folder = mkdtempSync(join(tmpdir(), 'bench-deliveries-'))
const postgres = await startPostgres({ flags: ['-c', 'fsync=on'] })
const openPlace = async (kind: StoreKind, name: string): Promise<StoreLocation> =>
  kind === 'postgres'
    ? { kind, url: await postgres.createDatabase() }
    : { kind, folder: join(folder, name) }
/** What is still open, to be closed even if a measurement fails. */
const opened: (() => Promise<void>)[] = []
try {
  const idle: Contestant[] = []
  for (const kind of inSmoke(['postgres'] as const, ['embedded', 'postgres'] as const)) {
    const queue = await openQueue(await openPlace(kind, 'queue'))
    opened.push(queue.close)
    const env = toStoreSettings(await openPlace(kind, 'server'))
    const platform = await startPlatform({ env, endpoints })
    opened.push(platform.stop)
    const figures = await platform.measureIdle(inSmoke(2, 200))
    idle.push({ name: words[kind], measure: () => figures })
    await compare({
      id: `deliveries-${kind}`,
      title: `Deliver events, ${words[kind]}`,
      settings: `One process with its default slots, ${endpoints} endpoints, 10 submissions each; ${lanes} lanes of changes for ${forMs / 1000} s, until the last has arrived; medians of ${rounds} rounds. The client reads only the status and length of an answer, the receiver only the length of a webhook. pg-boss only sends, fetches and completes jobs.`,
      rounds,
      contestants: [
        ...Object.entries(queues).map(([name, options]) => ({
          name,
          measure: () => queue.measure({ ...options, forMs }),
        })),
        { name: 'reference platform', measure: () => platform.measureSustained({ lanes, forMs }) },
      ],
    })
    for (const close of opened.splice(0)) await close()
  }
  await compare({
    id: 'deliveries-idle',
    title: 'Deliver one event while nothing else happens',
    settings: 'From the call that changes a status to its arrival; 200 changes, 25 ms apart.',
    rounds: 1,
    contestants: idle,
  })
  const growth = async (options: { endpoints?: number; workers?: number }) => {
    const env = toStoreSettings(await openPlace('postgres', 'server'))
    const platform = await startPlatform({ env, endpoints, ...options })
    return platform.measureSustained({ lanes, forMs }).finally(platform.stop)
  }
  await grow({
    id: 'deliveries-by-endpoints',
    title: 'Deliver events to more endpoints, Postgres',
    settings: `One process; ${lanes} lanes of changes for ${forMs / 1000} s.`,
    size: 'endpoints',
    sizes: inSmoke([], [1, 10, 100, 1_000]),
    measure: (size) => growth({ endpoints: size }),
  })
  await grow({
    id: 'deliveries-by-workers',
    title: 'Deliver events with more workers, Postgres',
    settings: `One API process, all on the same two cores; ${lanes} lanes of changes for ${forMs / 1000} s.`,
    size: 'workers',
    sizes: inSmoke([], [1, 2, 3, 4]),
    measure: (size) => growth({ workers: size }),
  })
} finally {
  for (const close of opened) await close()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}
