import { type SeededRandom, until } from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import type { EffectReceiver } from './start-effect-receiver.ts'

/** A requested change of status and its result. */
export type Entry = {
  submission: string
  status: string
  /** Time of the request, on the clock of `performance.now()`. */
  sentMs: number
  /** Time of the answer; `null` without one. */
  answeredMs: number | null
  /** The receipt, if the change was accepted: its event must arrive. */
  receipt: { eventId: string; timestamp: string; deliveryId: string | null } | null
  /** The error status, if it was refused. */
  refusal: number | null
}

/** What the load driver saw, for comparison with the stores. */
export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  const entries: Entry[] = []
  return {
    entries,
    sent(submission: string, status: string): Entry {
      const entry: Entry = {
        submission,
        status,
        sentMs: performance.now(),
        answeredMs: null,
        receipt: null,
        refusal: null,
      }
      entries.push(entry)
      return entry
    },
    /** Changes that the operator surface accepted. */
    acked: () =>
      entries.flatMap((entry) => (entry.receipt ? [{ ...entry, ...entry.receipt }] : [])),
  }
}

export type LoadOptions = {
  /** Number of concurrent requests. Each lane has its own submissions. */
  laneCount: number
  submissions: readonly string[]
  journal: Journal
  random: SeededRandom
  /** The next server to call. Waits until there is one. */
  target(): Promise<OperatorClient>
  /** Pauses between two changes of a lane. @default no pause */
  pause?: () => Promise<unknown>
  /** Called for each accepted change. */
  onAcked?: (entry: Entry) => void
}

let drives = 0

/** Keeps changing the status of submissions, and records the answers in the journal. */
export function driveLoad(options: LoadOptions) {
  const { laneCount, submissions, journal, random, target, pause, onAcked } = options
  const drive = ++drives
  let isStopping = false
  let count = 0
  const runLane = async (lane: number) => {
    const own = submissions.filter((_, index) => index % laneCount === lane)
    if (own.length === 0) return
    while (!isStopping) {
      const operator = await target()
      if (isStopping) return
      // A unique status, so that arrivals can be matched with requests.
      const entry = journal.sent(random.pick(own), `STEP_${drive}_${++count}`)
      await ask(operator, entry)
      if (entry.receipt) onAcked?.(entry)
      await pause?.()
    }
  }
  const lanes = Array.from({ length: laneCount }, (_, lane) => runLane(lane))
  return {
    /** Sends no more requests; resolves when each one has an answer or has failed. */
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}

/** Requests one change and records the answer, if there is one. */
export async function ask(operator: OperatorClient, entry: Entry): Promise<void> {
  try {
    const { data, response } = await operator.POST(
      '/operator/v1/submissions/{submissionId}/status',
      { params: { path: { submissionId: entry.submission } }, body: { status: entry.status } },
    )
    entry.answeredMs = performance.now()
    if (data) entry.receipt = data
    else entry.refusal = response.status
  } catch {
    // The change may or may not have taken effect.
  }
}

type Draining = {
  operator: OperatorClient
  receiver: Pick<EffectReceiver, 'openCount'>
  /** Pending deliveries to ignore. @default 0 */
  mostPending?: number
}

/** Waits until nothing is pending and the receiver has no open attempt. */
export async function untilDrained(draining: Draining): Promise<void> {
  const { operator, receiver, mostPending = 0 } = draining
  const query = { state: 'pending', limit: mostPending + 1 } as const
  await until(
    async () => {
      const { data } = await operator.GET('/operator/v1/deliveries', { params: { query } })
      return data !== undefined && data.items.length <= mostPending && receiver.openCount === 0
    },
    { what: 'the last delivery', timeoutMs: 90_000, everyMs: 50 },
  )
}
