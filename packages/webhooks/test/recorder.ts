import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  ReceiverOptions,
  WebhookEvent,
} from '../src/index.ts'

/** What a receiver stored, in order, without the headers: entries see different ones. */
export type Stored =
  | ({ as: 'event'; event: WebhookEvent } & Omit<AcceptedDelivery, 'headers'>)
  | ({ as: 'quarantine' } & Omit<QuarantinedDelivery, 'headers'>)

/** A receiver's storage in memory, and a clock that the test sets. */
export function createRecorder(nowMs = Date.parse('2025-06-14T12:00:00.000Z')) {
  const stored: Stored[] = []
  const errors: { code: string; error: unknown }[] = []
  const headers: AcceptedDelivery['headers'][] = []
  const clock = { nowMs }
  const store = <Kept extends AcceptedDelivery | QuarantinedDelivery>(
    { headers: lines, ...kept }: Kept,
    as: (kept: Omit<Kept, 'headers'>) => Stored,
  ) => {
    headers.push(lines)
    stored.push(as(kept))
  }
  const options = {
    onEvent: (event, delivery) => store(delivery, (kept) => ({ as: 'event', event, ...kept })),
    onQuarantine: (delivery) => store(delivery, (kept) => ({ as: 'quarantine', ...kept })),
    onError: (error, code) => void errors.push({ code, error }),
    now: () => clock.nowMs,
  } satisfies Partial<ReceiverOptions>
  /** What was stored since the last call. */
  const take = () => stored.splice(0)
  return { options, errors, headers, clock, take }
}
