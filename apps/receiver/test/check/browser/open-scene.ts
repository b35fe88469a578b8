import { examples } from '@partner-platform/contract-kit'
import type { Database } from '@partner-platform/database'
import { messages } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { buildReceiver, defaultCallbackPath, type ReceiverOptions } from '../../../src/index.ts'

const message = messages.submissionUpdated

export type Delivery = {
  body: string | Uint8Array
  /** `'sign'` for the true one, `null` for none. @default 'sign' */
  signature?: string | null
  headers?: Record<string, string>
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A receiver with its inbox page, both on free ports, and the service that delivers to it. */
export async function openScene(given: Partial<ReceiverOptions> & { database: Database }) {
  const secret = createSecret()
  const clock = { nowMs: Date.parse('2025-06-14T10:58:00.000Z') }
  const receiver = await buildReceiver({
    secrets: [secret],
    now: () => clock.nowMs,
    ...given,
  } as ReceiverOptions)
  const port = 0
  const { url, inboxUrl } = await receiver.listen({ host: '127.0.0.1', port, inboxPort: port })
  if (inboxUrl === null) throw new Error('The page of the inbox is missing.')
  return {
    ...{ clock, receiver, inboxUrl, database: given.database },
    async send({ body, signature = 'sign', headers = {} }: Delivery): Promise<number> {
      const bytes = new Uint8Array(Buffer.from(body as string))
      const value = signature === 'sign' ? await signPayload({ body: bytes, secret }) : signature
      const response = await fetch(`${url}${defaultCallbackPath}`, {
        method: 'POST',
        headers: {
          'Content-Type': message.contentType,
          'X-Platform-Event': message.name,
          ...(value !== null && { 'X-Platform-Signature': value }),
          ...headers,
        },
        body: bytes,
      })
      return response.status
    },
    close: () => receiver.close(),
  }
}

/** The bytes of an example of the contract. */
export function exampleBytes(name: string): Uint8Array {
  const example = examples('SubmissionUpdated').find((one) => one.name === name)
  if (!example) throw new Error(`The example ${name} is missing.`)
  return example.bytes
}

// biome-ignore lint/suspicious/noExplicitAny: what is changed may be anything, hostile included.
type Change = (event: any) => void

/** A returned submission with a status of its own, which makes it an event of its own. */
export const withStatus = (status: string) =>
  toStory('returned', ({ submission }) => {
    submission.status = status
  })

/** The JSON of an example of the contract, changed. */
export function toStory(name: string, change: Change): string {
  const event = JSON.parse(Buffer.from(exampleBytes(name)).toString())
  change(event)
  return JSON.stringify(event)
}
