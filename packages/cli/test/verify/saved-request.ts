import { messages } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import { examples } from '../../src/generated/examples.ts'
import { formatHttpMessage, type HttpMessage } from '../../src/http-message.ts'

/** An event as the service prints it, with non-ASCII characters, a slash and an ampersand. */
export const compactBody = Buffer.from(
  JSON.stringify({
    ...JSON.parse(examples['visa-granted'].body),
    agent: { uuid: '7d9a1e44-58a1-4a4e-9a53-3c1f0b8e2d10', companyName: 'Réisen & Söhne/Ltd' },
  }),
)

/** A request with this signature, or with these header lines instead. */
export function toRequest(
  body: Buffer,
  signature: string | readonly (readonly [string, string])[],
): HttpMessage {
  const lines = typeof signature === 'string' ? [[signatureHeader, signature] as const] : signature
  return {
    method: messages.submissionUpdated.method,
    target: '/webhooks',
    headers: [
      [contentTypeHeader, messages.submissionUpdated.contentType],
      [eventHeader, messages.submissionUpdated.name],
      ...lines,
    ],
    body,
  }
}

/** The bytes of a saved request that verifies. */
export async function toSaved(body: Buffer, secret: string): Promise<Buffer> {
  return formatHttpMessage(toRequest(body, await signPayload({ body, secret })))
}
