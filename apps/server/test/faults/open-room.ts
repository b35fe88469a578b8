import type { StoreKind } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { createTargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { createSendWebhook } from '../../src/deliver/send-webhook.ts'
import { sweep } from '../../src/deliver/sweep.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/deliver/worker.ts'
import { createJsonLogger } from '../../src/index.ts'
import { disableEndpoint, enableEndpoint } from '../../src/platform/endpoints.ts'
import { replayDelivery } from '../../src/platform/replay.ts'
import type { PlatformContext } from '../../src/platform-context.ts'
import { systemRandom } from '../../src/random.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import { createJournal } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { personal } from '../../src/testing/prepare-world.ts'
import {
  type Answer,
  type Arrival,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { emptyStore, openFileStore, openStoreOn } from '../open-test-store.ts'
import { changeStatus, createHelpers } from '../platform/start-platform.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** One store for the tests of a `describe`, emptied for each room. */
export function useRooms(kind: StoreKind) {
  let database: ServerDatabase
  beforeAll(async () => {
    database = await openFileStore(kind)
  })
  const openEmpty = async () => {
    await emptyStore(database)
    return database
  }
  return {
    openEmpty,
    openRoom: async (options?: RoomOptions) => openRoom(await openEmpty(), options),
    /** Opens the same Postgres once more. The caller closes it. */
    async openAgain() {
      const [row] = await database.query<{ name: string }>('select current_database() as name')
      const url = new URL(inject('postgresUrl'))
      return openStoreOn(Object.assign(url, { pathname: row?.name }).href)
    },
  }
}

type RoomOptions = {
  /** Arrivals that the test answers through `open`. @default none */
  keeps?: (arrival: Arrival) => boolean
}

export type Room = Awaited<ReturnType<typeof openRoom>>

const { companyName, ...applicant } = personal

/**
 * The platform in this process on an open store, a receiver, and a partner with an endpoint and a
 * submission. The test starts workers and can set the sender's clock; the receiver has its own.
 */
async function openRoom(database: ServerDatabase, { keeps = () => false }: RoomOptions = {}) {
  let [wrongMs, passedMs] = [0, 0]
  const clock = {
    wallMs: () => Date.now() + wrongMs + passedMs,
    monotonicMs: () => performance.now(),
  }
  const answer: NonNullable<Answer> = { status: 202 }
  const open: { arrival: Arrival; give(answer: Answer): void }[] = []
  const read = new Set<string>()
  const receiver = await startEffectReceiver({
    answer(arrival) {
      if (keeps(arrival)) {
        return new Promise<Answer>((give) => void open.push({ arrival, give }))
      }
      const { event } = arrival
      const aheadMs = Date.parse(event.slice(event.indexOf(' ') + 1)) - (Date.now() + passedMs)
      // D-005
      const isRead =
        aheadMs <= constants.timestampFutureLimitSeconds * 1000 &&
        -aheadMs <= constants.timestampAgeLimitSeconds * 1000
      if (isRead && answer.status === 202) read.add(event)
      return { ...answer }
    },
  })
  onTestFinished(() => receiver.close())
  const logs: string[] = []
  const logger = createJsonLogger({ write: (text) => logs.push(text) })
  const journal = createJournal()
  const context = { clock, random: systemRandom }
  const write = <T>(work: (given: PlatformContext) => Promise<T>) =>
    database.transaction((tx) => work({ ...context, tx, database }))
  const send = createSendWebhook({ clock, guard: createTargetGuard() })
  const wake = () => database.query(`select pg_notify('platform_deliveries', '')`)
  const makeDue = async () => {
    await database.query(`update pgboss.job set start_after = now() - interval '1 hour'
      where name = 'deliver' and state < 'active'`)
    await wake()
  }
  const helpers = createHelpers(write)
  const makeParty = async (name: string) => {
    const partner = await helpers.makePartner(companyName)
    const { endpoint, secret } = await helpers.makeEndpoint(partner, receiver.urlOf(name))
    receiver.secrets.set(name, [secret])
    const makeSubmission = () => helpers.makeSubmission(partner, { applicant })
    return { endpointId: endpoint.id, submission: await makeSubmission(), makeSubmission }
  }
  const party = await makeParty('hook')
  const oracle = createOracle(database)
  return {
    receiver,
    database,
    clock,
    logs,
    journal,
    write,
    send,
    wake,
    makeDue,
    makeParty,
    until,
    answer,
    open,
    read,
    ...party,
    ...oracle,
    untilOpen: (count: number) => until(() => open.length === count, { what: `attempt ${count}` }),
    /** Sets the sender's clock. */
    jump(ms: number) {
      wrongMs += ms
    },
    /** Real time passes, for the sender and the receiver. */
    pass(ms: number) {
      passedMs += ms
    },
    /** Changes the status. Returns the delivery. */
    async emit(submissionId: string, status = 'RETURNED') {
      const entry = journal.sent(submissionId, status)
      const changed = await write((given) => changeStatus({ submissionId, status }, given))
      if (!changed.ok || !changed.deliveryId) throw new Error('No delivery was created.')
      const { eventId, deliveryId, event } = changed
      entry.receipt = { eventId, deliveryId, timestamp: event.timestamp }
      return deliveryId
    },
    enable: () => write((given) => enableEndpoint(party.endpointId, given)),
    disable: () => write((given) => disableEndpoint(party.endpointId, given)),
    replay: (deliveryId: string, sendExpired = false) =>
      write((given) => replayDelivery({ deliveryId, sendExpired }, given)),
    /** Starts a worker that stops when the test ends. */
    async work(given: Partial<WorkerOptions> = {}): Promise<Worker> {
      const worker = await startWorker({ pollMs: 50, database, ...context, logger, send, ...given })
      onTestFinished(() => worker.stop(0))
      return worker
    },
    sweep: () => sweep({ database, ...context }),
    report: async () => (await audit({ query: database.query, receiver, journal })).problems,
    /** Expects no problems other than deliberate failures, and no leaks in the logs. */
    async check() {
      const { problems } = await audit({ query: database.query, receiver, journal })
      expect(problems.filter((one) => !one.includes('attempts that do not fit'))).toEqual([])
      expect(findLeaks(logs)).toEqual([])
    },
  }
}

type DeliveryRow = {
  state: string
  step: number
  attempts: number
  outcome: string | null
  status: number | null
  reason: string | null
  /** Jobs for its next attempt. */
  jobs: number
}

type EndpointRow = { state: string; reason: string | null; failures: number; isProbed: boolean }

const deliveryText = `select state, step, attempts, last_outcome as outcome, last_status as status,
  dead_letter_reason as reason, (
    select count(*)::integer from pgboss.job
    where name = 'deliver' and job.state < 'completed' and data ->> 'deliveryId' = $1::text
      and (data ->> 'attempts')::integer = deliveries.attempts
  ) as jobs
  from deliveries where id = $1::text::uuid`
const endpointText = `select state, disabled_reason as reason, failures,
  probe_at is not null as "isProbed" from endpoints where id = $1`

/** Reads the store without the code under test. */
function createOracle({ query }: ServerDatabase) {
  const readOne = async <Row>(text: string, id: string): Promise<Row> => {
    const [row] = await query<Row>(text, [id])
    if (!row) throw new Error('The row is not there.')
    return row
  }
  const delivery = (id: string) => readOne<DeliveryRow>(deliveryText, id)
  const endpoint = (id: string) => readOne<EndpointRow>(endpointText, id)
  return {
    delivery,
    endpoint,
    /** Attempts of a delivery in order, as `kind outcome status`. */
    async attempts(id: string): Promise<string[]> {
      const text = `select kind || ' ' || outcome || coalesce(' ' || status, '') as told
        from attempts where delivery_id = $1 order by number`
      return (await query<{ told: string }>(text, [id])).map(({ told }) => told)
    },
    untilDelivery: (id: string, wanted: Partial<DeliveryRow>) =>
      untilFits(() => delivery(id), wanted),
    untilEndpoint: (id: string, wanted: Partial<EndpointRow>) =>
      untilFits(() => endpoint(id), wanted),
  }
}

function untilFits<Row extends object>(look: () => Promise<Row>, wanted: Partial<Row>) {
  const names = Object.keys(wanted) as (keyof Row)[]
  const fits = (row: Row) => names.every((name) => row[name] === wanted[name])
  return until(async () => fits(await look()), { what: JSON.stringify(wanted) })
}
