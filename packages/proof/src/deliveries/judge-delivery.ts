import { type Delivery, deliver, type Receiver, signatureOf } from '../world/open-receiver.ts'

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
  if (kept === null) return after?.id === before?.id ? problems : [...problems, 'It was kept.']
  if (!after || after.id === before?.id) return [...problems, 'It was not kept.']
  const isEvent = after.state !== 'quarantined'
  if (isEvent !== (kept.state === 'event')) problems.push(`It was kept as ${after.state}.`)
  if (after.code !== kept.code) problems.push(`Expected ${kept.code}, received ${after.code}.`)
  const detail = await receiver.view.read(after.id)
  // Of a duplicate, the inbox shows the bytes of the event that came first.
  if (after.state !== 'duplicate' && !made.body.equals(Buffer.from(detail?.body ?? []))) {
    problems.push('Other bytes were kept.')
  }
  return problems
}

const newest = async ({ view }: Receiver) => (await view.list({ limit: 1 })).entries[0]
