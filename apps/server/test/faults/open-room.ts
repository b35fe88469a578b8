import { randomUUID } from 'node:crypto'
import { until } from '@partner-platform/settings/testing'
import { createTargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { createSendWebhook } from '../../src/deliver/send-webhook.ts'
import { sweep } from '../../src/deliver/sweep.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/deliver/worker.ts'
import { createJsonLogger } from '../../src/index.ts'
import { changeStatus } from '../../src/platform/change-status.ts'
import { createEndpoint } from '../../src/platform/endpoints.ts'
import { createPartner } from '../../src/platform/partners.ts'
import { createSubmission } from '../../src/platform/submissions.ts'
import type { PlatformContext } from '../../src/platform-context.ts'
import { systemRandom } from '../../src/random.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { createJournal } from '../../src/testing/journal.ts'
import { personal } from '../../src/testing/prepare-world.ts'
import {
  type EffectReceiverOptions,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { createOracle } from './create-oracle.ts'

type Cleanup = { onTestFinished(clean: () => Promise<void>): void }

export type RoomOptions = {
  database: ServerDatabase
  answer?: EffectReceiverOptions['answer']
  leaseSeconds?: number
}

/** This machine's clocks; the wall clock can be set. */
export function createJumpingClock() {
  let offsetMs = 0
  return {
    wallMs: () => Date.now() + offsetMs,
    monotonicMs: () => performance.now(),
    jump(ms: number) {
      offsetMs += ms
    },
  }
}

export type Room = Awaited<ReturnType<typeof openRoom>>

const { companyName, ...applicant } = personal
const visa = { uuid: randomUUID(), name: 'Tourist visa', destinationCountry: 'Japan' }
const environment = 'development'

/** The platform within this process on an open store, and a receiver; workers are for the test to start. */
export async function openRoom(options: RoomOptions, { onTestFinished }: Cleanup) {
  const { database, leaseSeconds } = options
  const lease = leaseSeconds === undefined ? {} : { leaseSeconds }
  const receiver = await startEffectReceiver(options.answer ? { answer: options.answer } : {})
  onTestFinished(() => receiver.close())
  const clock = createJumpingClock()
  const logs: string[] = []
  const logger = createJsonLogger({ write: (text) => logs.push(text) })
  const journal = createJournal()
  const write = <T>(
    work: (context: PlatformContext) => Promise<T>,
    on: ServerDatabase = database,
  ) => on.transaction((tx) => work({ tx, database: on, clock, random: systemRandom }))
  const guard = createTargetGuard()
  const send = createSendWebhook({ clock, guard })
  const wake = () => database.query(`select pg_notify('platform_deliveries', '')`)

  return {
    ...{ receiver, database, clock, logs, journal, write, send, wake },
    ...createOracle(database),
    /** A partner with an endpoint of the receiver and a submission. */
    async makeParty(name = 'hook') {
      const { partner } = await write((context) => createPartner({ companyName }, context))
      const url = receiver.urlOf(name)
      const given = { partner: partner.id, environment, url } as const
      const made = await write((context) => createEndpoint(given, context))
      if (!made.ok) throw new Error('The endpoint was not made.')
      receiver.secrets.set(name, [made.secret])
      const makeSubmission = async () => {
        const about = { status: 'RECEIVED', contactStatus: 'NOT_CONTACTED', visa, applicant }
        const input = { partner: partner.id, environment, ...about } as const
        const created = await write((context) => createSubmission(input, context))
        if (!created.ok) throw new Error('The submission was not made.')
        return created.submission.id
      }
      return { endpointId: made.endpoint.id, submission: await makeSubmission(), makeSubmission }
    },
    /** A change of status; its delivery. */
    async emit(submissionId: string, status = 'RETURNED', on: ServerDatabase = database) {
      const entry = journal.sent(submissionId, status)
      const changed = await write((context) => changeStatus({ submissionId, status }, context), on)
      if (!changed.ok || !changed.deliveryId) throw new Error('Nothing was put on its way.')
      const { eventId, deliveryId, event } = changed
      entry.receipt = { eventId, deliveryId, timestamp: event.timestamp }
      return deliveryId
    },
    /** Starts a worker that is stopped when the test ends. */
    async work(given: Partial<WorkerOptions> = {}): Promise<Worker> {
      const options = { database, clock, logger, random: systemRandom, send, ...lease, ...given }
      const worker = await startWorker({ pollMs: 50, ...options })
      onTestFinished(() => worker.stop(0))
      return worker
    },
    /** Makes all jobs that wait for their time due. */
    async makeDue() {
      const text = `update pgboss.job set start_after = now() - interval '1 hour'
        where name = 'deliver' and state < 'active'`
      await database.query(text)
      await wake()
    },
    sweep: () => sweep({ database, clock, random: systemRandom, ...lease }),
    until,
  }
}
