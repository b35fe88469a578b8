import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { constants, messages } from '@partner-platform/types'
import type { WebhookEvent } from '@partner-platform/webhooks'

/** A webhook as the service sends it. */
export type Letter = {
  /** SHA-256 of the body: what the receiver must store it under. */
  storageKey: string
  body: Buffer
  signature: string
}

export type LetterOptions = {
  secret: string
  /** @default a status of the contract */
  status?: string
  /** When it happened, Unix time in milliseconds. @default now */
  atMs?: number
  /** Bytes of an unknown member that nothing can shorten. @default 0 */
  paddingBytes?: number
}

/** Personal data of every letter: none of it may ever be logged. */
export const personal = {
  companyName: 'Canary Travel',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canary.applicant@example.com',
} as const

const { companyName, ...applicant } = personal

/** A genuine webhook of a submission of its own, signed without any code of ours. */
export function createLetter({
  secret,
  status,
  atMs = Date.now(),
  paddingBytes = 0,
}: LetterOptions): Letter {
  const event: WebhookEvent = {
    event: messages.submissionUpdated.name,
    timestamp: new Date(atMs).toISOString(),
    agent: { uuid: randomUUID(), companyName },
    submission: {
      ...{ uuid: randomUUID(), status: status ?? 'RETURNED', contactStatus: 'NOT_CONTACTED' },
      visa: { uuid: randomUUID(), name: 'Tourist visa', destinationCountry: 'Oman' },
      applicant,
    },
  }
  const padding = randomBytes(Math.ceil(paddingBytes / 2)).toString('hex')
  const body = Buffer.from(JSON.stringify(paddingBytes > 0 ? { ...event, padding } : event))
  const storageKey = createHash('sha256').update(body).digest('hex')
  return { storageKey, body, signature: signatureOf(body, secret) }
}

export function signatureOf(body: Uint8Array, secret: string): string {
  const key = Buffer.from(secret.slice(constants.secretPrefix.length), 'base64')
  return constants.signaturePrefix + createHmac('sha256', key).update(body).digest('hex')
}
