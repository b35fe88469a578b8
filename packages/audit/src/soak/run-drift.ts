import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Database, StoreLocation } from '@partner-platform/database'
import { buildReceiver, inboxBounds, openStore as openInbox } from '@partner-platform/receiver'
import {
  buildServer,
  type Clock,
  createOperatorClient,
  type OperatorClient,
  openStore,
} from '@partner-platform/server'
import {
  expectData,
  type Party,
  prepareWorld,
  secretsKeys,
  sweep,
  systemRandom,
} from '@partner-platform/server/testing'
import { until } from '@partner-platform/settings/testing'

export type DriftOptions = {
  stores: { sender: StoreLocation; receiver: StoreLocation }
  /** Total number of events that go through both. */
  events: number
  /** Number of parts of the run; figures are measured after each. */
  segments: number
  /** File from which a stopped run continues, on the same stores. @default none */
  progressFile?: string
  /** Deletes what has expired. @default as the sender does */
  clearAway?: typeof sweep
  onSegment?: (sample: DriftSample) => void
}

export type DriftSample = {
  events: number
  /** In all tables of both stores except the job queue, which deletes by the machine's clock. */
  rows: number
  /** Size of all tables and indexes of both stores. */
  storeBytes: number
  heapBytes: number
  /** Time from the segment's first change of status until its last event is handled, per event. */
  eventMs: number
}

type World = { secret: string; port: number; submissions: string[] }
type Progress = { token: string; world: World | null; samples: DriftSample[] }

/** Length of the run by the injected clock: long enough for every retention time to pass several times. */
const spanMs = 200 * 24 * 3_600_000
const laneCount = 16
const environment = 'development'
const host = '127.0.0.1'

/** Sends events through a sender and a receiver in this process while months pass on an injected clock. */
export async function runDrift(options: DriftOptions): Promise<DriftSample[]> {
  const { stores, events, segments, progressFile, clearAway = sweep, onSegment } = options
  const progress = readProgress(progressFile)
  const { token, samples } = progress
  const each = Math.ceil(events / segments)
  // Never back, even after a stop: a delivery waits until its event is no longer in the future.
  const wallMs = () => Date.now() + samples.length * (spanMs / segments)
  const clock: Clock = { wallMs, monotonicMs: () => performance.now() }
  const database = await openStore({ location: stores.sender, secretsKeys })
  const inbox = await openInbox({ location: stores.receiver })
  const secrets = () => (progress.world ? [progress.world.secret] : [])
  // In proportion, so that a short run reaches all bounds too.
  const bounds = { arrivals: Math.min(inboxBounds.arrivals, Math.ceil(events / 20)) }
  const receiver = await buildReceiver({ database: inbox, now: wallMs, secrets, bounds })
  // Only `clearAway` deletes, however long a segment takes.
  const sweepMs = 2 ** 31 - 1
  const access = { environment, operatorToken: token } as const
  const server = await buildServer({ database, clock, sweepMs, ...access })
  try {
    const { url } = await receiver.listen({ host, port: progress.world?.port ?? 0 })
    const any = { host, port: 0 }
    const { operatorUrl: baseUrl } = await server.listen({ partners: any, operator: any })
    const operator = createOperatorClient({ baseUrl, token })
    // Fewer for a short run, where their rows would hide a leak.
    const submissionCount = laneCount * Math.min(8, Math.ceil(events / 100))
    progress.world ??= await makeWorld(operator, url, submissionCount)
    while (samples.length < segments) {
      const beganMs = performance.now()
      await sendEvents(operator, progress.world.submissions, each)
      await untilHandled(database, inbox)
      const eventMs = (performance.now() - beganMs) / each
      await clearAway({ database, clock, random: systemRandom })
      const size = await measure([database, inbox])
      const heapBytes = process.memoryUsage().heapUsed
      const sample = { events: (samples.length + 1) * each, ...size, heapBytes, eventMs }
      samples.push(sample)
      onSegment?.(sample)
      if (progressFile !== undefined) writeProgress(progressFile, progress)
    }
  } finally {
    await server.close()
    await receiver.close()
    await Promise.all([database.close(), inbox.close()])
  }
  return samples
}

function readProgress(file: string | undefined): Progress {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const token = randomBytes(32).toString('hex')
  return { token, world: null, samples: [] }
}

function writeProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

async function makeWorld(
  operator: OperatorClient,
  url: string,
  submissionsEach: number,
): Promise<World> {
  const receiver = { urlOf: () => `${url}/webhooks`, secrets: new Map<string, string[]>() }
  const given = { operator, receiver, partyCount: 1, submissionsEach }
  const [{ endpoint, submissions }] = (await prepareWorld(given)) as [Party]
  return { secret: endpoint.secret, port: Number(new URL(url).port), submissions }
}

/** Changes statuses; each lane has its own submissions. */
async function sendEvents(operator: OperatorClient, submissions: readonly string[], count: number) {
  const lane = async (index: number) => {
    const own = submissions.filter((_, at) => at % laneCount === index)
    for (let sent = index; sent < count; sent += laneCount) {
      const submissionId = own[Math.floor(sent / laneCount) % own.length] ?? ''
      const params = { path: { submissionId } }
      const body = { status: `STEP_${sent}` }
      const path = '/operator/v1/submissions/{submissionId}/status'
      expectData(await operator.POST(path, { params, body }))
    }
  }
  await Promise.all(Array.from({ length: laneCount }, (_, index) => lane(index)))
}

async function count(store: Database, from: string): Promise<number> {
  const rows = await store.query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
  )
  return rows[0]?.count ?? 0
}

/** Resolves when every event is delivered and handled; throws if one ends in another state. */
async function untilHandled(database: Database, inbox: Database): Promise<void> {
  const nobodyWaits = async () =>
    (await count(database, `deliveries where state in ('pending', 'held')`)) === 0 &&
    (await count(inbox, `events where handling = 'waiting'`)) === 0
  await until(nobodyWaits, { what: 'the last event of a segment', timeoutMs: 600_000, everyMs: 20 })
  const lost =
    (await count(database, `deliveries where state <> 'delivered'`)) +
    (await count(inbox, `events where handling <> 'handled'`)) +
    (await count(inbox, 'quarantine'))
  if (lost > 0) throw new Error(`${lost} events were not delivered and handled.`)
}

const tables = `select format('%I.%I', schemaname, relname) as name, schemaname = 'public' as "isOwn",
  pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables`

async function measure(stores: readonly Database[]) {
  let [rows, storeBytes] = [0, 0]
  for (const store of stores) {
    const found = await store.query<{ name: string; isOwn: boolean; bytes: number }>(tables)
    for (const { name, isOwn, bytes } of found) {
      storeBytes += bytes
      if (isOwn) rows += await count(store, name)
    }
  }
  return { rows, storeBytes }
}
