import { constants } from '@partner-platform/types'
import { type HeaderLines, type HeadersInput, textLines, toHeaderLines } from './header-lines.ts'
import { type KeySource, keySource } from './key-source.ts'
import { type ParsedWebhook, parseDelivery } from './parse-webhook.ts'
import { attempt, ReceiveFailure } from './receive-failure.ts'
import {
  type AcceptedDelivery,
  assertReceiverOptions,
  type ReceiverOptions,
} from './receiver-options.ts'
import { refuseByHead } from './refuse-by-head.ts'
import { toStorageKey } from './to-storage-key.ts'
import { answerTo, type WebhookAnswer } from './webhook-answer.ts'

/** A request as a server sees it, before anything read its body. */
export type IncomingWebhook = {
  method: string
  /** In any form that `parseWebhook` takes; lines that repeat must still be told apart. */
  headers: HeadersInput
  /** All bytes of the body, or `undefined` as soon as there are more than `limitBytes`. */
  readBody: (limitBytes: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The one method that every server adapter calls. `receive` never rejects. */
export type WebhookReceiver = { receive: (incoming: IncomingWebhook) => Promise<WebhookAnswer> }

/**
 * A receiver for any server: it checks a request, stores it through your functions, and says what to
 * answer. Throws a `TypeError` for unusable options.
 * @see specs/decisions D-006 to D-009
 */
export function createWebhookReceiver(options: ReceiverOptions): WebhookReceiver {
  assertReceiverOptions(options)
  const keys = keySource(options)
  return {
    async receive(incoming) {
      try {
        const headers = toHeaderLines(incoming.headers)
        const refused = refuseByHead(incoming.method, headers)
        return refused ?? (await receiveBody({ ...incoming, headers }, options, keys))
      } catch (error) {
        return answerFailure(error, options)
      }
    },
  }
}

async function receiveBody(
  incoming: Omit<IncomingWebhook, 'headers'> & { headers: HeaderLines },
  options: ReceiverOptions,
  keys: KeySource,
): Promise<WebhookAnswer> {
  const limit = constants.bodyLimitBytes
  const body = await attempt('body-unreadable', () => incoming.readBody(limit))
  if (!body) return answerTo('body-too-large')
  const delivery = {
    bytes: body,
    headers: incoming.headers,
    keys: await attempt('secrets-unavailable', keys),
    nowMs: (options.now ?? Date.now)(),
    aliases: options.aliases ?? {},
  }
  const parsed = await parseDelivery(delivery)
  const storageKey = await toStorageKey(body)
  return attempt('storage-failed', () =>
    store(
      parsed,
      { body, storageKey, receivedAtMs: delivery.nowMs, headers: textLines(incoming.headers) },
      options,
    ),
  )
}

/** Stores before it answers: an event that was acknowledged is never lost. */
async function store(
  parsed: ParsedWebhook,
  kept: Omit<AcceptedDelivery, 'notes' | 'departures'>,
  { onEvent, onQuarantine, policy, verification }: ReceiverOptions,
): Promise<WebhookAnswer> {
  if (parsed.ok) {
    const said = await onEvent(parsed.event, {
      ...kept,
      notes: parsed.notes,
      departures: parsed.departures,
    })
    return answerTo(said === 'duplicate' ? 'duplicate' : 'accepted')
  }
  const { code, issues, value } = parsed
  const answer = answerTo(code)
  const verified = verification !== 'off' && answer.outcome !== 'unverified'
  await onQuarantine({ ...kept, code, issues, value, verified })
  return policy === 'quarantine' ? answerTo(code, 'quarantined') : answer
}

function answerFailure(error: unknown, options: ReceiverOptions): WebhookAnswer {
  const { code, cause } =
    error instanceof ReceiveFailure ? error : new ReceiveFailure('storage-failed', error)
  const onError = options.onError ?? reportKind
  try {
    onError(cause, code)
  } catch {
    // A reporter that fails must not cost the answer.
  }
  const seconds = options.retryAfterSeconds ?? constants.retryDelaysSeconds[1]
  return answerTo(code, undefined, { 'retry-after': String(seconds) })
}

/** Names the kind only: the message of a foreign error may hold personal data, but ours says what to mend. */
function reportKind(error: unknown, code: string): void {
  const isOurs = code === 'body-unreadable' && error instanceof TypeError
  const kind = isOurs ? error.message : error instanceof Error ? error.name : typeof error
  console.error(
    `Webhook not stored (${code}): ${kind.replace(/\.$/, '')}. Pass onError to see the error.`,
  )
}
