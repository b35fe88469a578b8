import { messages } from '@partner-platform/types'
import { signPayload } from '@partner-platform/webhooks'
import { callbackPath } from '../use-receiver.ts'

const [contentType, signatureHeader] = ['Content-Type', 'X-Platform-Signature'] as const

/** The parts of a delivery that the service signed, as they go over the wire. */
export async function signedParts({ body, secret }: { body: Uint8Array | string; secret: string }) {
  const bytes = Buffer.from(body as string)
  const signature = await signPayload({ body: bytes, secret })
  return {
    bytes,
    signature,
    start: `POST ${callbackPath} HTTP/1.1\r\n`,
    host: 'Host: a.test\r\n',
    type: `${contentType}: ${messages.submissionUpdated.contentType}\r\n`,
    signed: `${signatureHeader}: ${signature}\r\n`,
    close: 'Connection: close\r\n',
    length: `Content-Length: ${bytes.length}\r\n`,
  }
}

export type SignedParts = Awaited<ReturnType<typeof signedParts>>
