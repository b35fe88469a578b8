import { messages } from '@partner-platform/types'
import { eventHeader, signatureHeader } from '../src/headers.ts'
import { signPayload } from '../src/signature.ts'
import type { Delivery, Line } from './entries.ts'

export const contentType = [
  'Content-Type',
  messages.submissionUpdated.contentType,
] as const satisfies Line
export const eventLine = [eventHeader, messages.submissionUpdated.name] as const satisfies Line

/** A delivery as the service sends it: signed, with all three headers. */
export async function signedDelivery(body: string | Uint8Array, secret: string): Promise<Delivery> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signature = await signPayload({ body: bytes, secret })
  return { lines: [contentType, eventLine, [signatureHeader, signature]], body: bytes }
}
