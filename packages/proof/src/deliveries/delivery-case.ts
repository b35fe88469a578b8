import type { EntryState } from '@partner-platform/receiver'
import type { Delivery } from '../world/open-receiver.ts'

/** A delivery, and what the decisions owe it. */
export type DeliveryCase = {
  kind: string
  /** How the delivery is made of its body and the true signature of that. */
  delivery: (own: { body: Buffer; signature: string; otherSignature: string }) => Delivery
  body: Buffer
  /** The receiver's clock when it arrives, Unix time in milliseconds. */
  nowMs: number
  status: number
  /** What the inbox shows of it; `null` where nothing is kept. */
  kept: { state: EntryState | 'event'; code: string | null } | null
}
