import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  ReceiverOptions,
  WebhookEvent,
} from '../src/index.ts'

/** What a receiver stored, in order. */
export type Stored =
  | ({ as: 'event'; event: WebhookEvent } & AcceptedDelivery)
  | ({ as: 'quarantine' } & QuarantinedDelivery)

/** A receiver's storage in memory, and a clock that the test sets. */
export function createRecorder(nowMs = Date.parse('2025-06-14T12:00:00.000Z')) {
  const stored: Stored[] = []
  const errors: { code: string; error: unknown }[] = []
  const clock = { nowMs }
  const options = {
    onEvent: (event, delivery) => void stored.push({ as: 'event', event, ...delivery }),
    onQuarantine: (delivery) => void stored.push({ as: 'quarantine', ...delivery }),
    onError: (error, code) => void errors.push({ code, error }),
    now: () => clock.nowMs,
  } satisfies Partial<ReceiverOptions>
  /** What was stored since the last call. */
  const take = () => stored.splice(0)
  return { options, errors, clock, take }
}
