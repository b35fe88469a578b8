import { createHmac } from 'node:crypto'
import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore,
  type ReceiverOptions,
} from '@partner-platform/receiver'
import { messages } from '@partner-platform/types'

type Given = {
  /** Asked on each delivery. */
  secrets: () => readonly string[]
  /** Unix time in milliseconds. @default the system's */
  now?: () => number
  /** As receivers may be set; the mutants use them. */
  policy?: 'reject' | 'quarantine'
  verification?: 'off'
  /** @default a new empty store */
  database?: ReceiverOptions['database']
}

/** The reference receiver on a socket. */
export async function openReceiver({ secrets, verification, ...given }: Given) {
  const database = given.database ?? (await openEmptyStore('receiver', openStore))
  const trust = verification ? { verification } : { secrets: async () => [...secrets()] }
  const receiver = await buildReceiver({ ...given, ...trust, database })
  const { url } = await receiver.listen({ host: '127.0.0.1', port: 0 })
  return {
    view: receiver.view,
    url: url + defaultCallbackPath,
    database,
    async close() {
      await receiver.close()
      if (!given.database) await database.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** The signature of a body, by another implementation than the one that is tested. */
export function signatureOf(body: Uint8Array, secret: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}

export type Delivery = {
  body: Buffer
  /** `null` for none. */
  signature: string | null
  /** Header of the event's name; `null` for none. */
  event?: string | null
  contentType?: string
  method?: string
}

/** Delivers as the service would, and gives the status of the answer. */
export async function deliver(url: string, delivery: Delivery): Promise<number> {
  const { contentType, headers } = messages.submissionUpdated
  const [eventHeader, signatureHeader] = ['X-Platform-Event', 'X-Platform-Signature'] as const
  const { event = messages.submissionUpdated.name, method = 'POST', signature, body } = delivery
  const lines = { [eventHeader]: event, [signatureHeader]: signature } satisfies Partial<
    Record<keyof typeof headers, string | null>
  >
  const sent = Object.entries(lines).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  )
  const response = await fetch(url, {
    method,
    headers: [['Content-Type', delivery.contentType ?? contentType], ...sent],
    ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
  })
  await response.arrayBuffer()
  return response.status
}
