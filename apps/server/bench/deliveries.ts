// From a change of status to the partner: how long one takes while nothing else happens, and how many a second
// go through, beside bare pg-boss on the same kind of store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@partner-platform/database/testing'
import { type Contestant, compare, grow, inSmoke } from '@partner-platform/harness/bench'
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
try {
  const idle: Contestant[] = []
  for (const kind of inSmoke(['postgres'] as const, ['embedded', 'postgres'] as const)) {
    const urls =
      kind === 'postgres' ? [await postgres.createDatabase(), await postgres.createDatabase()] : []
    const queue = await openQueue(
      urls[0] === undefined
        ? { kind: 'embedded', folder: join(folder, 'queue') }
        : { kind: 'postgres', url: urls[0] },
    )
    const env: Record<string, string> =
      urls[1] === undefined
        ? { SERVER_DATA_FOLDER: join(folder, 'server') }
        : { DATABASE_URL: urls[1] }
    const platform = await startPlatform({ env, endpoints })
    const figures = await platform.measureIdle(inSmoke(2, 200))
    idle.push({ name: words[kind], measure: () => figures })
    await compare({
      id: `deliveries-${kind}`,
      title: `Deliver events, ${words[kind]}`,
      settings: `One process with its default slots, ${endpoints} endpoints, 10 submissions each; ${lanes} lanes of changes for ${forMs / 1000} s, until the last has arrived; medians of ${rounds} rounds. pg-boss only sends, fetches and completes jobs.`,
      rounds,
      contestants: [
        ...Object.entries(queues).map(([name, options]) => ({
          name,
          measure: () => queue.measure({ ...options, forMs }),
        })),
        { name: 'reference platform', measure: () => platform.measureSustained({ lanes, forMs }) },
      ],
    })
    await platform.stop()
    await queue.close()
  }
  await compare({
    id: 'deliveries-idle',
    title: 'Deliver one event while nothing else happens',
    settings: 'From the call that changes a status to its arrival; 200 changes, 25 ms apart.',
    rounds: 1,
    contestants: idle,
  })
  const growth = async (options: { endpoints?: number; workers?: number }) => {
    const env = { DATABASE_URL: await postgres.createDatabase() }
    const platform = await startPlatform({ env, endpoints, ...options })
    const figures = await platform.measureSustained({ lanes, forMs })
    await platform.stop()
    return figures
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
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}
