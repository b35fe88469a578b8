import { createHmac } from 'node:crypto'
import { openEmptyStore } from '@partner-platform/database/testing'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore,
  type ReceiverOptions,
} from '@partner-platform/receiver'
import { messages } from '@partner-platform/types'

type Given = Partial<Pick<ReceiverOptions, 'now' | 'policy' | 'database'>> & {
  /** Asked on each delivery. */
  secrets: () => readonly string[]
  verification?: 'off'
}

/** The reference receiver on a socket; by default with a new empty store. */
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
function signatureOf(body: Uint8Array, secret: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}

type Delivery = {
  body: Buffer
  /** `null` for none. */
  signature: string | null
  /** Header of the event's name; `null` for none. */
  event?: string | null
  contentType?: string
  method?: string
}

/** Delivers as the service would, and gives the status of the answer. */
async function deliver(url: string, delivery: Delivery): Promise<number> {
  const { name, contentType: type } = messages.submissionUpdated
  const { event = name, contentType = type, method = 'POST', signature, body } = delivery
  const headers = new Headers({ 'Content-Type': contentType })
  if (event !== null) headers.set('X-Platform-Event', event)
  if (signature !== null) headers.set('X-Platform-Signature', signature)
  const response = await fetch(url, { method, headers, body: new Uint8Array(body) })
  await response.arrayBuffer()
  return response.status
}

/** A delivery, and the outcome that the decisions require. */
export type DeliveryCase = {
  kind: string
  /** What differs from a delivery of the body with its correct signature. */
  send: (own: { body: Buffer; signature: string; otherSignature: string }) => Partial<Delivery>
  body: Buffer
  /** The receiver's clock when it arrives, Unix time in milliseconds. */
  nowMs: number
  status: number
  /** What the inbox shows of it; `null` if nothing is kept. */
  kept: { state: 'event' | 'quarantined'; code: string | null } | null
}

type DeliveryWorld = {
  receiver: Receiver
  secret: string
  otherSecret: string
  /** Moves the receiver's clock, Unix time in milliseconds. */
  setNow: (nowMs: number) => void
}

/** Delivers, and gives what the receiver did otherwise than it should: `[]` where all is right. */
export async function judgeDelivery(
  { receiver, secret, otherSecret, setNow }: DeliveryWorld,
  { send, body, nowMs, status, kept }: DeliveryCase,
): Promise<string[]> {
  setNow(nowMs)
  const before = await newest(receiver)
  const signature = signatureOf(body, secret)
  const otherSignature = signatureOf(body, otherSecret)
  const made = { body, signature, ...send({ body, signature, otherSignature }) }
  const problems: string[] = []
  const answer = await deliver(receiver.url, made)
  if (answer !== status) problems.push(`Expected ${status}, received ${answer}.`)
  const after = await newest(receiver)
  if (kept === null)
    return after?.id === before?.id ? problems : [...problems, 'The delivery was stored.']
  if (!after || after.id === before?.id) return [...problems, 'The delivery was not stored.']
  const isEvent = after.state !== 'quarantined'
  if (isEvent !== (kept.state === 'event'))
    problems.push(`The delivery was stored as ${after.state}.`)
  if (after.code !== kept.code)
    problems.push(`Expected code ${kept.code}, received code ${after.code}.`)
  const detail = await receiver.view.read(after.id)
  // Of a duplicate, the inbox shows the bytes of the event that came first.
  if (after.state !== 'duplicate' && !made.body.equals(Buffer.from(detail?.body ?? []))) {
    problems.push('The stored bytes differ from those sent.')
  }
  return problems
}

const newest = async ({ view }: Receiver) => (await view.list({ limit: 1 })).entries[0]
