import { Agent, request } from 'node:http'
import { messages } from '@partner-platform/types'
import { contentTypeHeader, signatureHeader } from '@partner-platform/webhooks'
import type { Letter } from './create-letter.ts'

/** What a delivery was answered; `null` where the connection broke, or nothing came in time. */
export type Reply = { status: number; retryAfter: string | null; outcome: unknown } | null

export type CourierOptions = {
  /** Connections at most, which are kept and used again. */
  connections: number
  /** How long an attempt may take. @default 15_000 */
  timeoutMs?: number
}

export type Courier = {
  deliver(url: string, letter: Letter, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Drops its connections. */
  close(): void
}

/** Carries letters to a receiver as the service does, and gives up as it does. */
export function createCourier({ connections, timeoutMs = 15_000 }: CourierOptions): Courier {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    deliver: (url, { body, signature }, headers = {}) =>
      new Promise<Reply>((resolve) => {
        const sending = request(url, {
          ...{ agent, method: 'POST', signal: AbortSignal.timeout(timeoutMs) },
          headers: {
            [contentTypeHeader]: messages.submissionUpdated.contentType,
            'Content-Length': body.length,
            [signatureHeader]: signature,
            ...headers,
          },
        })
        sending.on('error', () => resolve(null))
        sending.on('response', (response) => {
          let text = ''
          response.on('data', (chunk) => {
            text += chunk
          })
          response.on('error', () => resolve(null))
          response.on('end', () => {
            const { statusCode = 0, headers } = response
            const retryAfter = headers['retry-after'] ?? null
            resolve({ status: statusCode, retryAfter, outcome: outcomeOf(text) })
          })
        })
        sending.end(body)
      }),
    close: () => agent.destroy(),
  }
}

function outcomeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { outcome?: unknown }).outcome
  } catch {
    return undefined
  }
}
