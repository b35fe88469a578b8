import { type SeededRandom, until } from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import type { EffectReceiver } from './start-effect-receiver.ts'

/** A change of status as the load driver asked for it, and what came of it. */
export type Entry = {
  submission: string
  status: string
  /** When it was asked for, on the clock of `performance.now()`. */
  sentMs: number
  /** When the answer came; `null` while there is none. */
  answeredMs: number | null
  /** The receipt, where it was accepted: from then on it must arrive. */
  receipt: { eventId: string; timestamp: string; deliveryId: string | null } | null
  /** What it was refused with. */
  refusal: number | null
}

/** What the load driver knows by itself, to be compared with what the stores say afterwards. */
export type Journal = ReturnType<typeof createJournal>

export function createJournal() {
  const entries: Entry[] = []
  return {
    entries,
    sent(submission: string, status: string): Entry {
      const entry: Entry = {
        ...{ submission, status, sentMs: performance.now(), answeredMs: null },
        ...{ receipt: null, refusal: null },
      }
      entries.push(entry)
      return entry
    },
    /** What the operator surface accepted. */
    acked: () =>
      entries.flatMap((entry) => (entry.receipt ? [{ ...entry, ...entry.receipt }] : [])),
  }
}

export type LoadOptions = {
  /** Changes that are asked for at once; each lane has submissions of its own. */
  laneCount: number
  submissions: readonly string[]
  journal: Journal
  random: SeededRandom
  /** Whom to ask next; waits while there is nobody. */
  target(): Promise<OperatorClient>
  /** Waits between two changes of a lane. @default not at all */
  pause?: () => Promise<unknown>
  /** Hears of each change that was accepted. */
  onAcked?: (entry: Entry) => void
}

export type Load = {
  /** Asks for nothing more; resolves when every answer is there or lost. */
  stop(): Promise<void>
}

let drives = 0

/** Changes the status of submissions, over and over, and notes in the journal what it was told. */
export function driveLoad(options: LoadOptions): Load {
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
      // A status that no other change has: what arrives can be matched with what was asked for.
      const entry = journal.sent(random.pick(own), `STEP_${drive}_${++count}`)
      await ask(operator, entry)
      if (entry.receipt) onAcked?.(entry)
      await pause?.()
    }
  }
  const lanes = Array.from({ length: laneCount }, (_, lane) => runLane(lane))
  return {
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}

/** Asks for one change and notes the answer; a lost one leaves no note. */
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
    // Whether it took effect is not known: it may arrive, and it need not.
  }
}

type Draining = {
  operator: OperatorClient
  receiver: Pick<EffectReceiver, 'openCount'>
  /** Deliveries that will not go and are not waited for. @default 0 */
  mostPending?: number
}

/** Waits until nothing is pending, and nothing is open at the receiver. */
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
