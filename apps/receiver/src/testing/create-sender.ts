import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { constants, messages } from '@partner-platform/types'
import { contentTypeHeader, signatureHeader, type WebhookEvent } from '@partner-platform/webhooks'

/** The answer to a delivery, or `null` if the connection broke or the answer was late. */
export type Reply = { status: number; retryAfter: string | null; outcome: unknown } | null

type SenderOptions = {
  /** Maximum connections, which are kept alive. */
  connections: number
  /** How long an attempt may take. @default 15_000 */
  timeoutMs?: number
}

type Sendable = { body: Uint8Array; signature: string }

export type Sender = ReturnType<typeof createSender>

/** Sends deliveries to a receiver like the service. */
export function createSender({ connections, timeoutMs = 15_000 }: SenderOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    async deliver(url: string, { body, signature }: Sendable): Promise<Reply> {
      const sending = request(url, {
        agent,
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          [contentTypeHeader]: messages.submissionUpdated.contentType,
          'Content-Length': body.length,
          [signatureHeader]: signature,
        },
      })
      // It may also break after the answer began.
      sending.on('error', () => {}).end(body)
      try {
        const [response] = (await once(sending, 'response')) as [IncomingMessage]
        const { statusCode: status = 0, headers } = response
        const outcome = outcomeOf(await text(response))
        return { status, retryAfter: headers['retry-after'] ?? null, outcome }
      } catch {
        return null
      }
    },
    close: () => agent.destroy(),
  }
}

function outcomeOf(answer: string): unknown {
  try {
    return (JSON.parse(answer) as { outcome?: unknown }).outcome
  } catch {
    return undefined
  }
}

/** A webhook as the service sends it. */
export type SignedDelivery = {
  /** SHA-256 of the body, in hexadecimal. */
  storageKey: string
  body: Buffer
  signature: string
}

type DeliveryOptions = {
  secret: string
  /** @default a status of the contract */
  status?: string
}

/** Personal data in every delivery, none of which may be logged. */
export const personal = {
  companyName: 'Canary Travel',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canary.applicant@example.com',
} as const

const { companyName, ...applicant } = personal

/** A genuine webhook of a new submission, signed without our code. */
export function createDelivery({ secret, status = 'RETURNED' }: DeliveryOptions): SignedDelivery {
  const event: WebhookEvent = {
    event: messages.submissionUpdated.name,
    timestamp: new Date().toISOString(),
    agent: { uuid: randomUUID(), companyName },
    submission: {
      uuid: randomUUID(),
      status,
      contactStatus: 'NOT_CONTACTED',
      visa: { uuid: randomUUID(), name: 'Tourist visa', destinationCountry: 'Oman' },
      applicant,
    },
  }
  const body = Buffer.from(JSON.stringify(event))
  const key = Buffer.from(secret.slice(constants.secretPrefix.length), 'base64')
  return {
    storageKey: createHash('sha256').update(body).digest('hex'),
    body,
    signature: constants.signaturePrefix + createHmac('sha256', key).update(body).digest('hex'),
  }
}
