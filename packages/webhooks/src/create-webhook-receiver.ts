import { constants, messages } from '@partner-platform/types'
import { toStorageKey } from './deduplicate.ts'
import { type Outcome, statusOf, type WebhookCode, webhookErrors } from './errors.ts'
import {
  type HeaderLines,
  type HeadersInput,
  headerLine,
  textLines,
  toHeaderLines,
} from './headers.ts'
import { type ParsedWebhook, parseDelivery } from './parse-webhook.ts'
import {
  type AcceptedDelivery,
  assertReceiverOptions,
  type ReceiverOptions,
} from './receiver-options.ts'
import { keySource } from './secrets.ts'

/** A request as a server sees it, before anything read its body. */
export type IncomingWebhook = {
  method: string
  /** In any form that `parseWebhook` takes. Repeated lines must still be separate. */
  headers: HeadersInput
  /** All bytes of the body, or `undefined` as soon as there are more than `limitBytes`. */
  readBody: (limitBytes: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The one method that every server adapter calls. `receive` never rejects. */
export type WebhookReceiver = { receive: (incoming: IncomingWebhook) => Promise<WebhookAnswer> }

/**
 * A receiver for any server: it checks a request, stores it through your functions, and returns the
 * answer. Throws a `TypeError` for unusable options.
 * @see specs/decisions D-006 to D-009
 */
export function createWebhookReceiver(options: ReceiverOptions): WebhookReceiver {
  assertReceiverOptions(options)
  const source = keySource(options)
  return {
    async receive(incoming) {
      // The code of the answer if the current step fails.
      let failure: WebhookCode = 'storage-failed'
      try {
        const headers = toHeaderLines(incoming.headers)
        const refused = refuseByHead(incoming.method, headers)
        if (refused) return refused
        failure = 'body-unreadable'
        const body = await incoming.readBody(constants.bodyLimitBytes)
        if (!body) return answerTo('body-too-large')
        failure = 'secrets-unavailable'
        const keys = await source()
        failure = 'storage-failed'
        const nowMs = (options.now ?? Date.now)()
        const { aliases = {} } = options
        const delivery = { bytes: body, headers, keys, nowMs, aliases, limits: options }
        const parsed = await parseDelivery(delivery)
        const storageKey = await toStorageKey(body)
        const kept = { body, storageKey, receivedAtMs: nowMs, headers: textLines(headers) }
        return await store(parsed, kept, options)
      } catch (error) {
        return answerFailure(error, failure, options)
      }
    },
  }
}

/** Stores before it answers, so that an acknowledged event is never lost. */
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

function answerFailure(error: unknown, code: WebhookCode, options: ReceiverOptions): WebhookAnswer {
  const onError = options.onError ?? reportKind
  try {
    onError(error, code)
  } catch {
    // A failing reporter must not prevent the answer.
  }
  const seconds = options.retryAfterSeconds ?? constants.retryDelaysSeconds[1]
  return answerTo(code, undefined, { 'retry-after': String(seconds) })
}

/** Names the kind only: a foreign message may contain personal data. Ours says what to fix. */
function reportKind(error: unknown, code: string): void {
  const isOurs = code === 'body-unreadable' && error instanceof TypeError
  const kind = isOurs ? error.message : error instanceof Error ? error.name : typeof error
  console.error(
    `Webhook not stored (${code}): ${kind.replace(/\.$/, '')}. Pass onError to see the error.`,
  )
}

const contentTypes = Object.values(messages).map((message) => message.contentType as string)

/** The answer to a request that is refused before its body is read. @see specs/decisions D-009 */
function refuseByHead(method: string, headers: HeaderLines): WebhookAnswer | undefined {
  if (method !== messages.submissionUpdated.method) {
    return answerTo('wrong-method', undefined, { allow: messages.submissionUpdated.method })
  }
  if (!isOfContract(headerLine(headers, 'content-type'))) return answerTo('wrong-content-type')
  const announced = headerLine(headers, 'content-length')
  // The body is counted as well: a sender may announce less than it sends, or nothing.
  const isTooLarge = typeof announced === 'string' && Number(announced) > constants.bodyLimitBytes
  return isTooLarge ? answerTo('body-too-large') : undefined
}

/** Parameters are ignored. A comma means that two header lines were joined. */
function isOfContract(contentType: unknown): boolean {
  if (typeof contentType !== 'string' || contentType.includes(',')) return false
  const [mediaType = ''] = contentType.split(';')
  return contentTypes.includes(mediaType.trim().toLowerCase())
}

/** The answer, ready to send. */
export type WebhookAnswer = {
  status: number
  headers: Record<string, string>
  /** JSON: the outcome and, if there is one, the code. */
  body: string
  outcome: Outcome
}

type Result = WebhookCode | 'accepted' | 'duplicate'

/** The answer to a result: the outcome of its code, unless another is given. */
function answerTo(
  result: Result,
  outcome: Outcome = outcomeOf(result),
  headers: Record<string, string> = {},
): WebhookAnswer {
  const said = result === outcome ? { outcome } : { outcome, code: result }
  return {
    status: statusOf(outcome),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(said),
    outcome,
  }
}

const outcomeOf = (result: Result): Outcome =>
  result === 'accepted' || result === 'duplicate' ? result : webhookErrors[result].outcome
