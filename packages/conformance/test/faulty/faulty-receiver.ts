import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** What a receiver is put together from. Each part is right until a fixture replaces it. */
export type Parts = {
  /** Answers before anything is read: a status, or nothing to go on. */
  refuse: (request: IncomingMessage) => number | undefined
  limitBytes: number
  read: (request: IncomingMessage, limitBytes: number) => Promise<Buffer | undefined>
  verify: (delivery: Delivery, secrets: readonly string[]) => boolean | Promise<boolean>
  parse: (delivery: Delivery) => Read | Promise<Read>
  /** Answer to a verified body that is not an event. */
  unreadable: number
  /** Whether an event that was read is taken. */
  takes: (event: WebhookEvent, delivery: Delivery) => boolean
  nameOf: (event: WebhookEvent, delivery: Delivery) => string
  unknownEvent: number
  keysOf: (event: WebhookEvent, delivery: Delivery) => string[] | Promise<string[]>
  /** Runs between the look whether a key is there and its insert. */
  beforeInsert: () => Promise<void> | undefined
  duplicate: number
  isSuperseded: (event: WebhookEvent, newestMs: number) => boolean
  /** Does the work of an event, now or later. */
  work: (act: () => void) => void
  beforeAnswer: () => Promise<void> | undefined
  respond: (response: ServerResponse, status: number) => void
  /** Sends this status as soon as the head of a request is there. */
  earlyAnswer: number | undefined
}

/** Those of every receiver here, newest first. */
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

const { receiverAnswers } = constants
const { contentType, method, name } = messages.submissionUpdated

export const rightParts: Parts = {
  refuse(request) {
    if (request.method !== method) return receiverAnswers.wrongMethod
    const [type] = (request.headers['content-type'] ?? '').split(';')
    return type === contentType ? undefined : receiverAnswers.wrongContentType
  },
  limitBytes: constants.bodyLimitBytes,
  async read(request, limitBytes) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    return body.length > limitBytes ? undefined : body
  },
  verify: ({ body, signature }, secrets) =>
    secrets.some((secret) => signatureOf(secret, body) === signature),
  parse: ({ body }) => parseWebhook({ body, headers: {}, verification: 'off' }),
  unreadable: receiverAnswers.quarantined,
  takes: () => true,
  nameOf: (event) => event.event,
  unknownEvent: receiverAnswers.accepted,
  keysOf: async (event, { body }) => [await toStorageKey(body), toEffectKey(event, 'test')],
  beforeInsert: () => undefined,
  duplicate: receiverAnswers.duplicate,
  isSuperseded: (event, newestMs) => Date.parse(event.timestamp) < newestMs,
  work: (act) => act(),
  beforeAnswer: () => undefined,
  respond: (response, status) => void response.writeHead(status).end(),
  earlyAnswer: undefined,
}

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

/** What the checks report of a receiver made of the given parts. */
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
