import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { constants, messages } from '@partner-platform/types'
import {
  createSecret,
  parseWebhook,
  toEffectKey,
  toStorageKey,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import {
  checkReceiver,
  type Effect,
  type ReceiverCheckOptions,
  type ReceiverPauses,
  type Report,
} from '../../src/index.ts'
import { type Opened, openServer } from '../open-server.ts'

/** A delivery whose body has been read. */
export type Delivery = { request: IncomingMessage; body: Buffer; signature: string | undefined }
export type Read = { ok: true; event: WebhookEvent } | { ok: false }

/** The secrets of every receiver in these tests, newest first. */
export const secrets = [createSecret(), createSecret()] as const

export const keyOf = (secret: string) =>
  Buffer.from(secret.slice(constants.secretPrefix.length), 'base64')

export const signatureOf = (secret: string, body: string | Uint8Array) =>
  constants.signaturePrefix + createHmac('sha256', keyOf(secret)).update(body).digest('hex')

/** Pauses for a receiver in this process, which answers at once and acts before it answers. */
export const quickPauses: Partial<ReceiverPauses> = {
  slowBodyMs: 10,
  halfBodyMs: 100,
  effectsPollMs: 5,
  effectsQuietMs: 20,
}

const receiverAnswers: Record<keyof typeof constants.receiverAnswers, number> =
  constants.receiverAnswers
const { contentType, method, name } = messages.submissionUpdated

/** The parts of a receiver. Each part is correct until a fixture replaces it. */
export const rightParts = {
  /** Answers before the body is read: a status, or `undefined` to continue. */
  refuse(request: IncomingMessage): number | undefined {
    if (request.method !== method) return receiverAnswers.wrongMethod
    const [type] = (request.headers['content-type'] ?? '').split(';')
    return type === contentType ? undefined : receiverAnswers.wrongContentType
  },
  limitBytes: Number(constants.bodyLimitBytes),
  async read(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
    const body = await buffer(request)
    return body.length > limitBytes ? undefined : body
  },
  verify: ({ body, signature }: Delivery, known: readonly string[]): boolean | Promise<boolean> =>
    known.some((secret) => signatureOf(secret, body) === signature),
  parse: ({ body }: Delivery): Read | Promise<Read> =>
    parseWebhook({ body, headers: {}, verification: 'off' }),
  /** The answer to a verified body that is not an event. */
  unreadable: receiverAnswers.quarantined,
  /** Whether the receiver accepts an event. */
  takes: (_event: WebhookEvent, _delivery: Delivery) => true,
  nameOf: (event: WebhookEvent, _: Delivery): string => event.event,
  unknownEvent: receiverAnswers.accepted,
  keysOf: (event: WebhookEvent, { body }: Delivery): string[] | Promise<string[]> =>
    toStorageKey(body).then((key) => [key, toEffectKey(event, 'test')]),
  /** Runs between the check for a known key and its insert. */
  beforeInsert: (): Promise<void> | undefined => undefined,
  duplicate: receiverAnswers.duplicate,
  isSuperseded: (event: WebhookEvent, newestMs: number) => Date.parse(event.timestamp) < newestMs,
  /** Does the work of an event, now or later. */
  work: (act: () => void) => act(),
  beforeAnswer: (): Promise<void> | undefined => undefined,
  respond: (response: ServerResponse, status: number) => void response.writeHead(status).end(),
  /** Sends this status as soon as the head of a request has arrived. */
  earlyAnswer: undefined as number | undefined,
}

export type Parts = typeof rightParts

/** A receiver made of the given parts, on a free port. */
export async function openFaulty(
  changes: Partial<Parts> = {},
): Promise<Opened & { effects: () => Effect[] }> {
  const parts = { ...rightParts, ...changes }
  const effects: Effect[] = []
  const seen = new Set<string>()
  const newestMs = new Map<string, number>()

  async function receive(request: IncomingMessage): Promise<number> {
    const refused = parts.refuse(request)
    if (refused) return refused
    const body = await parts.read(request, parts.limitBytes)
    if (!body) return receiverAnswers.tooLarge
    const signature = request.headers['x-platform-signature'] as string | undefined
    const delivery = { request, body, signature }
    if (!(await parts.verify(delivery, secrets))) return receiverAnswers.unverified
    const read = await parts.parse(delivery)
    if (!read.ok) return parts.unreadable
    if (!parts.takes(read.event, delivery)) return 422
    if (parts.nameOf(read.event, delivery) !== name) return parts.unknownEvent
    return act(read.event, delivery)
  }

  async function act(event: WebhookEvent, delivery: Delivery): Promise<number> {
    const keys = await parts.keysOf(event, delivery)
    const isKnown = keys.some((key) => seen.has(key))
    if (isKnown) return parts.duplicate
    await parts.beforeInsert()
    for (const key of keys) seen.add(key)
    const { uuid, status } = event.submission
    const newest = newestMs.get(uuid) ?? 0
    if (!parts.isSuperseded(event, newest)) parts.work(() => effects.push({ uuid, status }))
    newestMs.set(uuid, Math.max(newest, Date.parse(event.timestamp)))
    await parts.beforeAnswer()
    return receiverAnswers.accepted
  }

  const opened = await openServer((request, response) => {
    if (parts.earlyAnswer && !parts.refuse(request)) {
      response.writeHead(parts.earlyAnswer).flushHeaders()
      receive(request).then(
        () => response.end(),
        () => response.destroy(),
      )
      return
    }
    receive(request).then(
      (status) => parts.respond(response, status),
      () => response.writeHead(500).end(),
    )
  })
  return { ...opened, effects: () => effects }
}

/** The report of the checks on a receiver made of the given parts. */
export async function checkFaulty(
  parts: Partial<Parts>,
  options: Partial<ReceiverCheckOptions> = {},
): Promise<Report> {
  const { url, effects, close } = await openFaulty(parts)
  const given = { secrets, effects, effectsTimeoutMs: 1_000, pauses: quickPauses }
  const report = await checkReceiver({ url, ...given, ...options })
  await close()
  return report
}
