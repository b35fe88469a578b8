import { messages } from '@partner-platform/types'
import { signPayload } from '@partner-platform/webhooks'
import { examples } from '../../src/generated/examples.ts'
import { contractHeaders, formatHttpMessage, type HttpMessage } from '../../src/http-message.ts'

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
  const lines =
    typeof signature === 'string' ? [[contractHeaders.signature, signature] as const] : signature
  return {
    method: messages.submissionUpdated.method,
    target: '/webhooks',
    headers: [
      [contractHeaders.contentType, messages.submissionUpdated.contentType],
      [contractHeaders.event, messages.submissionUpdated.name],
      ...lines,
    ],
    body,
  }
}

/** The bytes of a saved request that verifies. */
export async function toSaved(body: Buffer, secret: string): Promise<Buffer> {
  return formatHttpMessage(toRequest(body, await signPayload({ body, secret })))
}
