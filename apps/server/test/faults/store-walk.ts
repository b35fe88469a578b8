import { inBatches, type SeededRandom } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import type { TakenJob } from '../../src/deliver/end-jobs.ts'
import type { Attempt } from '../../src/deliver/post-webhook.ts'
import { isExpired, isTooEarly, isTooOld } from '../../src/deliver/retry-machine.ts'
import type { DeliverJob } from '../../src/deliver/schedule-jobs.ts'
import type { SendWebhook } from '../../src/deliver/send-webhook.ts'
import { sweep } from '../../src/deliver/sweep.ts'
import { createJobWork } from '../../src/deliver/work-job.ts'
import { silentLogger } from '../../src/log.ts'
import { disableEndpoint, enableEndpoint, updateEndpoint } from '../../src/platform/endpoints.ts'
import { replayDelivery } from '../../src/platform/replay.ts'
import type { PlatformContext } from '../../src/platform-context.ts'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'
import { createHelpers } from '../platform/start-platform.ts'
import { type Flight, type ModelDelivery, type Moment, StoreModel } from './store-model.ts'

const failed: Attempt = { outcome: 'refused', status: 500, retryAfterSeconds: null, durationMs: 5 }
const accepted: Attempt = { ...failed, outcome: 'accepted', status: 202 }
const endings: Attempt[] = [
  accepted,
  accepted,
  failed,
  failed,
  failed,
  { ...failed, status: constants.endpointGoneStatus },
  { ...failed, status: 503, retryAfterSeconds: 100_000 },
  { ...failed, outcome: 'timed-out', status: null },
  { ...failed, outcome: 'blocked', status: null },
]
const hourMs = 3_600_000
/** Longer than the life of any event. */
const longestWaitMs = 744 * hourMs
const waits = [0, 0, 1_000, 60_000, hourMs, -hourMs, 24 * hourMs, 144 * hourMs, longestWaitMs]
const mostDeliveries = 3
/** Commands run at once: about as many as there are connections. */
const mostAtOnce = 20

/** A command for both a model and the store. All wanted jobs are taken together first. */
type Command = { name: string; take: Wanted | undefined; run(flight: Flight | null): Promise<void> }
type Begun = { want: Wanted; url: number }
type Wanted = { delivery: ModelDelivery | null; kind: 'attempt' | 'probe'; isPutOff?: boolean }

/** Random commands on many endpoints of one store and on their models, step by step. */
export function createStoreWalk(database: ServerDatabase, random: SeededRandom) {
  const models: StoreModel[] = []
  const seen: Record<string, number> = {}
  const starts = new Map<string, (end: (attempt: Attempt) => void) => void>()
  let moment: Moment = { nowMs: Date.parse('2025-06-14T09:30:00.000Z'), random: 0.5 }
  const setMoment = (given: Moment) => {
    moment = given
    for (const model of models) model.setMoment(moment)
  }
  const clock = { wallMs: () => moment.nowMs, monotonicMs: () => performance.now() }
  const chance = (byteCount: number) => {
    const bytes = Buffer.alloc(byteCount)
    bytes.writeUIntBE(Math.floor(moment.random * 2 ** (8 * byteCount)), 0, byteCount)
    return bytes
  }
  const context = { database, clock, random: chance }
  const write = <T>(work: (given: PlatformContext) => Promise<T>) =>
    database.transaction((tx) => work({ ...context, tx }))
  const helpers = createHelpers(write)
  const send: SendWebhook = ({ id }) => new Promise((resolve) => starts.get(id)?.(resolve))
  const { signal: cut } = new AbortController()
  const work = createJobWork({
    ...context,
    send,
    cut,
    logger: silentLogger,
    leaseSeconds: 3_600,
    slotsPerEndpoint: 8,
  })

  /** Runs jobs as a worker does, up to sending. Jobs with nothing to send end. */
  async function take(wanted: readonly { model: StoreModel; want: Wanted }[]): Promise<Flight[]> {
    const ids = wanted.map(({ model, want: { delivery, kind } }) =>
      kind === 'probe' ? model.endpointId : String(delivery?.id),
    )
    const release = `update pgboss.job set start_after = now() - interval '1 hour'
      where id in (
        select distinct on (wanted.id, wanted.kind) job.id
        from unnest($2::text[], $3::text[]) as wanted(id, kind)
        join pgboss.job on name = $1 and state < 'active' and data ->> 'kind' = wanted.kind
          and data ->> (case wanted.kind when 'probe' then 'endpointId' else 'deliveryId' end) = wanted.id
        left join deliveries on deliveries.id::text = data ->> 'deliveryId'
        left join endpoints on endpoints.id::text = data ->> 'endpointId'
        where case wanted.kind
          when 'probe' then extract(epoch from probe_at) * 1000 = (data ->> 'probeAtMs')::numeric
          else (data ->> 'attempts')::integer = attempts end
        order by wanted.id, wanted.kind, job.id
      )`
    await database.query(release, [deliverQueue, ids, wanted.map(({ want }) => want.kind)])
    const jobs = await database.jobs.fetch<DeliverJob>(deliverQueue, { batchSize: 5_000 })
    if (jobs.length !== wanted.length) {
      throw new Error(
        `broken: every open delivery has a job: ${wanted.length} wanted, ${jobs.length} found`,
      )
    }
    return inBatches(wanted, mostAtOnce, async ({ model, want }) => {
      const job = jobs.find(({ data }) =>
        data.kind === 'probe'
          ? want.kind === 'probe' && data.endpointId === model.endpointId
          : data.kind === want.kind &&
            data.kind === 'attempt' &&
            data.deliveryId === want.delivery?.id,
      )
      if (!job) throw new Error('broken: a job is for what it was asked for')
      return begin(job, { want, url: model.url })
    })
  }

  async function begin(job: TakenJob, { want, url }: Begun): Promise<Flight> {
    const { delivery, kind, isPutOff = false } = want
    const isSent = delivery !== null && !isPutOff
    const sending = Promise.withResolvers<(attempt: Attempt) => void>()
    if (isSent) starts.set(delivery.id, sending.resolve)
    const done = work(job)
    const resolve = isSent
      ? await Promise.race([
          sending.promise,
          done.then(() => Promise.reject(new Error('broken: a job that is not void is sent'))),
        ])
      : () => {}
    if (!isSent) await done
    return {
      attempt: (delivery?.progress.attempts ?? 0) + 1,
      jobId: job.id,
      url,
      kind: kind === 'probe' ? 'probe' : 'scheduled',
      async end(attempt) {
        resolve(attempt)
        await done
      },
    }
  }

  /** Ends the lease of a flight, so that any worker may take its job and submission. */
  async function freeze(one: ModelDelivery, flight: Flight): Promise<void> {
    await database.query('delete from flights where delivery_id = $1', [one.id])
    await database.jobs.fail(deliverQueue, [flight.jobId])
    one.frozen.push(flight)
    one.flight = null
  }

  function choose(model: StoreModel): Command | null {
    const { deliveries, health } = model
    const commands: Command[] = []
    const add = (name: string, run: Command['run'], take?: Wanted) =>
      void commands.push({ name, run, take })
    const isOpen = ({ progress }: ModelDelivery) =>
      !isTooEarly(progress, moment) && !isExpired(progress, moment)
    /** What a worker does instead of an attempt: gives up an expired delivery, delays an early one. */
    const putOff = (delivery: ModelDelivery, kind: Wanted['kind']) =>
      add(
        `${isTooEarly(delivery.progress, moment) ? 'put off' : 'expire'} at ${kind}`,
        async () => void model.move(delivery, { type: 'expired' }),
        { delivery, kind, isPutOff: true },
      )
    const finish = async (one: ModelDelivery, flight: Flight) => {
      const ending = random.pick(endings)
      one.flight = null
      await flight.end(ending)
      model.land(one, flight, ending)
    }
    const addAttempts = (delivery: ModelDelivery) => {
      const take: Wanted = { delivery, kind: 'attempt' }
      const attempt: Command['run'] = (flight) => finish(delivery, flight as Flight)
      for (let times = 0; times < 3; times++) add('attempt', attempt, take)
      const start = async (flight: Flight | null) => {
        delivery.flight = flight
      }
      add('start', start, take)
      add('lose job', async () => {
        await database.query(`delete from pgboss.job where data ->> 'deliveryId' = $1`, [
          delivery.id,
        ])
        delivery.isJobLost = true
      })
    }
    if (deliveries.length < mostDeliveries) {
      add('change', async () => {
        const submission = await helpers.makeSubmission(model.partner)
        model.add(await helpers.emit(submission))
      })
    }
    for (const one of deliveries) {
      const { id, progress, flight, frozen, isJobLost } = one
      if (progress.state === 'pending' && !flight && !isJobLost) {
        if (isOpen(one)) addAttempts(one)
        else putOff(one, 'attempt')
      }
      if (flight) {
        add('finish', () => finish(one, flight))
        add('freeze', () => freeze(one, flight))
      }
      // A frozen attempt that ends late does not count, whatever its outcome.
      if (frozen.length > 0) add('thaw', async () => frozen.pop()?.end(random.pick(endings)))
      if (/^(delivered|dead-letter)$/.test(progress.state) && !flight) {
        const sendExpired = isTooOld(progress, moment)
        add(sendExpired ? 'replay expired' : 'replay', async () => {
          await write((given) => replayDelivery({ deliveryId: id, sendExpired }, given))
          model.replay(one, sendExpired)
        })
      }
    }
    const oldest = model.findOldestHeld()
    if (health.probeAtMs !== null && !oldest?.flight) {
      const take: Wanted = { delivery: oldest ?? null, kind: 'probe' }
      const probe: Command['run'] = async (flight) =>
        oldest ? finish(oldest, flight as Flight) : model.postponeProbe()
      if (oldest && !isOpen(oldest)) putOff(oldest, 'probe')
      else for (let times = 0; times < 2; times++) add(oldest ? 'probe' : 'idle probe', probe, take)
    }
    const isEnabled = health.state === 'enabled'
    if (!isEnabled || random.next() < 0.2) {
      add(isEnabled ? 'disable' : 'enable', async () => {
        const operate = isEnabled ? disableEndpoint : enableEndpoint
        await write((given) => operate(model.endpointId, given))
        model.operate(isEnabled ? 'operator-disabled' : 'operator-enabled')
      })
    }
    if (random.next() < 0.2) {
      add('change url', async () => {
        const url = `https://hooks.example/${model.url + 1}`
        await write((given) => updateEndpoint({ endpointId: model.endpointId, url }, given))
        model.changeUrl()
      })
    }
    return commands.length === 0 ? null : random.pick(commands)
  }

  return {
    models,
    /** How often each command ran. */
    seen,
    async addWorlds(count: number): Promise<void> {
      for (let made = 0; made < count; made++) {
        const partner = await helpers.makePartner()
        const { endpoint } = await helpers.makeEndpoint(partner)
        models.push(new StoreModel({ endpointId: endpoint.id, partner }))
      }
    },
    /** Runs one command on each endpoint, then lets time pass. */
    async step(): Promise<void> {
      setMoment({ ...moment, random: random.next() })
      const chosen = models.flatMap((model) => {
        const command = choose(model)
        return command ? [{ model, command }] : []
      })
      const takers = chosen.flatMap(({ model, command: { take: want } }) =>
        want ? [{ model, want }] : [],
      )
      // Delay all jobs until a command wants them, and leases until a command ends them.
      await database.query(
        `update pgboss.job set start_after = now() + interval '1 year', expire_seconds = 86400
          where name = $1 and state < 'active'`,
        [deliverQueue],
      )
      const flights = takers.length > 0 ? await take(takers) : []
      await inBatches(chosen, mostAtOnce, async ({ command }) => {
        seen[command.name] = (seen[command.name] ?? 0) + 1
        await command.run(command.take ? (flights.shift() ?? null) : null)
      })
      const waitMs = random.pick(waits)
      setMoment({ ...moment, nowMs: moment.nowMs + waitMs })
      if (random.next() < (waitMs === longestWaitMs ? 0.7 : 0.3)) {
        await sweep({ database, clock, random: chance })
        for (const model of models) model.sweep()
      }
    },
  }
}
