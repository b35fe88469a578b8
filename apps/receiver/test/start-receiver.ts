import { messages } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { onTestFinished } from 'vitest'
import { buildReceiver, createJsonLogger, type ReceiverOptions } from '../src/index.ts'
import { ask, type WireRequest } from './wire.ts'

export const callbackPath = '/webhooks'
const message = messages.submissionUpdated
const [eventHeader, signatureHeader] = ['X-Platform-Event', 'X-Platform-Signature'] as const

type Sent = {
  body: string | Uint8Array
  /** `'sign'` for the true one, several lines as a list, `null` for none. @default 'sign' */
  signature?: string | readonly string[] | null
  headers?: WireRequest['headers']
  event?: string
}

/** A receiver on a free port that trusts `secret`; it is stopped when the test ends. */
export async function startReceiver(given: Partial<ReceiverOptions> = {}) {
  const secret = createSecret()
  const logs: string[] = []
  const receiver = buildReceiver({
    secrets: [secret],
    now: () => Date.parse('2025-06-14T11:00:00.000Z'),
    logger: createJsonLogger({ write: (text) => logs.push(text) }),
    ...given,
  } as ReceiverOptions)
  const url = await receiver.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => receiver.close())

  const send = async ({ body, signature = 'sign', headers, event = message.name }: Sent) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const value = signature === 'sign' ? await signPayload({ body: bytes, secret }) : signature
    const signatures = value === null ? [] : [value].flat()
    return ask(url, {
      path: given.path ?? callbackPath,
      headers: [
        ['Content-Type', message.contentType],
        [eventHeader, event],
        ...(headers ?? []),
        ...signatures.map((one) => [signatureHeader, one] as const),
      ],
      body: bytes,
    })
  }
  const events = async () => receiver.inbox.events()
  const quarantined = async () => receiver.inbox.quarantined()
  return { url, secret, logs, receiver, send, events, quarantined }
}
