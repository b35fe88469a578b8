import { constants } from '@partner-platform/types'
import type { EndpointHealth } from '../../src/deliver/endpoint-health.ts'
import type {
  AttemptEnded,
  DeliveryEvent,
  DeliveryProgress,
} from '../../src/deliver/retry-machine.ts'

const { retryDelaysSeconds, retryJitterRatio, retryAfterRatio } = constants
const lastStep = retryDelaysSeconds.length
/** An attempt that was in flight when its delivery expired. */
const isInTime = ({ deadLetterReason }: DeliveryProgress, { outcome }: AttemptEnded) =>
  deadLetterReason === 'expired' && outcome === 'accepted'
const isEnded = ({ state }: DeliveryProgress) => state === 'delivered' || state === 'dead-letter'

/** Throws with the name of a broken rule, which tests of faulty machines expect. */
export function must(isKept: boolean, rule: string): void {
  if (!isKept) throw new Error(`broken: ${rule}`)
}

/** How often each case occurred. */
export type Seen = Record<string, number>

/** Counts the cases that a move is an example of. */
export function note(seen: Seen, { before, event, after }: Move): void {
  const kinds: string[] = [event.type]
  if (event.type === 'attempt-ended') {
    if (after === null) kinds.push('late attempt')
    else if (isEnded(before)) kinds.push('in time')
    if (event.kind === 'probe') kinds.push('probe')
    if (before.step === lastStep) kinds.push('last step')
    if (event.status === constants.endpointGoneStatus) kinds.push('gone')
  }
  for (const kind of kinds) {
    const key = `${before.state}, ${kind}`
    seen[key] = (seen[key] ?? 0) + 1
  }
}

export type Move = {
  before: DeliveryProgress
  event: DeliveryEvent
  /** `null` if the event was ignored. */
  after: DeliveryProgress | null
  nowMs: number
  one: { numbers: readonly number[]; timestampMs: number }
}

/** Accepted by a receiver that considered it to be in the future, because the clock was set back. */
const isUnread = ({ outcome }: AttemptEnded, { before, nowMs }: Pick<Move, 'before' | 'nowMs'>) =>
  outcome === 'accepted' && nowMs < before.opensAtMs

/** Rules for every single move of a delivery. */
export function checkMove(move: Move): void {
  const { before, after, event, nowMs } = move
  must(after !== null || !isExpected(move), 'an expected event is not ignored')
  if (after === null) return
  checkShape(after)
  const isLate = event.type === 'attempt-ended' && isInTime(before, event)
  must(
    !isEnded(before) || isLate || event.type === 'replayed',
    'only a replay leaves an ended state',
  )
  const isForced = event.type === 'replayed' && event.sendExpired && isTooOld(move)
  must(after.expiresAtMs === before.expiresAtMs || isForced, 'no event gets a longer life')
  if (event.type === 'attempt-ended') checkAttempt({ ...move, event, after })
  else must(after.attempts === before.attempts, 'only an attempt counts as an attempt')
  const isSentAgain = event.type === 'attempt-ended' && isUnread(event, move)
  if (event.type === 'replayed' || isSentAgain) {
    must(after.step === 1, 'a replay starts the schedule again')
  } else must(after.step >= before.step, 'the schedule never goes back')
  if (event.type === 'expired') must(before.expiresAtMs <= nowMs, 'only what is too old expires')
}

function isExpected({ before, event, nowMs, one }: Move): boolean {
  switch (event.type) {
    case 'attempt-ended':
      return event.attempt === before.attempts + 1 && (!isEnded(before) || isInTime(before, event))
    case 'endpoint-disabled':
      return before.state === 'pending'
    case 'endpoint-enabled':
      return before.state === 'held'
    case 'expired':
      return !isEnded(before) && before.expiresAtMs <= nowMs
    case 'replayed':
      return isEnded(before) && (event.sendExpired || !isTooOld({ before, nowMs, one }))
  }
}

/** Judged by the timestamp, even if a replay moved `expiresAtMs`. */
const isTooOld = ({ before, nowMs, one }: Pick<Move, 'before' | 'nowMs' | 'one'>) =>
  before.expiresAtMs <= nowMs || one.timestampMs + constants.deliveryAgeLimitSeconds * 1000 <= nowMs

/** Rules for a state and its timer. */
function checkShape(progress: DeliveryProgress): void {
  const { state, step, attempts, dueAtMs, endedAtMs, deadLetterReason } = progress
  must(/^(pending|held|delivered|dead-letter)$/.test(state), 'exactly one state')
  const isWaiting = state === 'pending' || state === 'held'
  must(isWaiting === (dueAtMs !== null), 'a timer runs only in waiting states')
  must(isWaiting === (endedAtMs === null), 'only an ended state has an end')
  must((state === 'dead-letter') === (deadLetterReason !== null), 'a dead letter has a reason')
  must(step >= 1 && step <= lastStep, 'the step is one of the schedule')
  must(Number.isInteger(attempts) && attempts >= 0, 'attempts are counted')
}

type MovedByAttempt = Move & { event: AttemptEnded; after: DeliveryProgress }

function checkAttempt({ before, event, after, nowMs, one }: MovedByAttempt): void {
  const earlier = one.numbers.slice(0, -1)
  must(after.attempts === before.attempts + 1, 'attempt numbers grow by one')
  must(after.attempts === event.attempt, 'an attempt counts under its own number')
  must(
    earlier.every((number) => number < after.attempts),
    'no attempt number is used twice',
  )
  const isAccepted = event.outcome === 'accepted'
  const isRead = isAccepted && nowMs >= before.opensAtMs
  must(isRead === (after.state === 'delivered'), 'delivered means accepted and read')
  if (isAccepted) return
  if (event.kind === 'probe') {
    must(after.step === before.step, 'a probe does not use up the schedule')
    must(after.state !== 'dead-letter', 'a probe does not end the schedule')
    return
  }
  const isLast = before.step === lastStep
  must(
    isLast === (after.deadLetterReason === 'failed'),
    'the schedule ends exactly after the last step',
  )
  if (after.state === 'dead-letter') return
  must(after.step === before.step + 1, 'a failure uses up one step')
  if (after.state !== 'pending') return
  const stepMs = (retryDelaysSeconds[after.step - 1] ?? 0) * 1000
  const waitMs = Number(after.dueAtMs) - nowMs
  must(Number(after.dueAtMs) < after.expiresAtMs, 'no attempt is planned after its time')
  must(waitMs >= stepMs * (1 - retryJitterRatio), 'the wait is not shorter than its step allows')
  must(waitMs <= stepMs * retryAfterRatio, 'the wait is not longer than its step allows')
}

/** Rule for every attempt: the receiver would still accept its event when the answer is due. */
export function checkStart({
  one,
  nowMs,
}: {
  one: { timestampMs: number; bornAtMs: number }
  nowMs: number
}): void {
  const latestMs = nowMs + constants.attemptTimeoutMs + constants.timestampFutureLimitSeconds * 1000
  const ageMs = latestMs - one.bornAtMs
  const aheadMs = one.timestampMs - nowMs
  must(aheadMs <= constants.timestampFutureLimitSeconds * 1000, 'receivers read all that is sent')
  must(ageMs <= constants.timestampAgeLimitSeconds * 1000, 'receivers read all that is sent')
}

type Together = { health: EndpointHealth; deliveries: readonly { progress: DeliveryProgress }[] }

/** Rules for an endpoint and its deliveries between commands. */
export function checkTogether({ health, deliveries }: Together): void {
  const states = deliveries.map(({ progress }) => progress.state)
  const isEnabled = health.state === 'enabled'
  must(isEnabled || !states.includes('pending'), 'a disabled endpoint gets only probes')
  must(!isEnabled || !states.includes('held'), 'nothing is held for an enabled endpoint')
  must(isEnabled === (health.disabledReason === null), 'a disabled endpoint has a reason')
  const isProbed = !isEnabled && health.disabledReason !== 'operator'
  must(isProbed === (health.probeAtMs !== null), 'an endpoint that disabled itself is probed')
  must((health.failures === 0) === (health.failingSinceMs === null), 'failures have a first one')
}
