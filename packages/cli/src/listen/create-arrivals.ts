import type { IncomingMessage } from 'node:http'
import type { servers } from '@partner-platform/types'
import {
  type AcceptedDelivery,
  createMemoryDedupeStore,
  createWebhookReceiver,
  deduplicate,
  toStorageKey,
  type WebhookAnswer,
} from '@partner-platform/webhooks'
import { readNodeBody } from '@partner-platform/webhooks/node'
import { type HttpMessage, savedBodyLimitBytes } from '../http-message.ts'
import type { Arrival, Findings } from './arrival.ts'
import type { RecordRequest } from './create-recorder.ts'

export type ArrivalOptions = {
  /** The secrets that may have signed, or `null` if verification is off. */
  secrets: readonly string[] | null
  /** Saves each request before it is answered; what it rejects with becomes a 503. */
  record: RecordRequest | null
}

export type Received = { arrival: Arrival; answer: WebhookAnswer }

// A listener serves one environment, so its name does not matter here.
const environment = 'development' satisfies keyof typeof servers

/** Receives requests as a receiver must by contract; rejects if a sender breaks off. */
export function createArrivals({ secrets, record }: ArrivalOptions) {
  const trust = secrets === null ? ({ verification: 'off' } as const) : { secrets }
  // Shared by all requests, because it knows which events are in flight.
  const once = deduplicate((_event, delivery) => (delivery as Keeping).assertKept(), {
    store: createMemoryDedupeStore(),
    environment,
  })
  let count = 0
  return async (incoming: IncomingMessage): Promise<Received> => {
    const number = ++count
    const receivedAtMs = Date.now()
    const body = await readNodeBody(incoming, savedBodyLimitBytes)
    const request = toMessage(incoming, body)
    const storageKey = await toStorageKey(request.body)
    const kept = body && record ? await attempt(() => record(request, storageKey)) : null
    const assertKept = () => {
      if (kept?.error) throw kept.error
    }
    let findings: Findings = { event: null, notes: [], issues: [], isVerified: false }
    const receiver = createWebhookReceiver({
      ...trust,
      onEvent(event, delivery) {
        const { notes } = delivery
        findings = { event, notes, issues: [], isVerified: secrets !== null }
        return once(event, { ...delivery, assertKept } as Keeping)
      },
      onQuarantine({ issues, verified }) {
        findings = { ...findings, issues, isVerified: verified }
        assertKept()
      },
      // `kept` says what failed.
      onError() {},
    })
    const readBody = async (limitBytes: number) =>
      body && body.length <= limitBytes ? body : undefined
    const answer = await receiver.receive({ ...request, readBody })
    const { status, outcome } = answer
    const { code = null }: { code?: string | null } = JSON.parse(answer.body)
    const about = { number, receivedAtMs, request, storageKey, status, outcome, code }
    const saved = { recordedAs: kept?.value ?? null, recordError: kept?.error ?? null }
    return { arrival: { ...findings, ...about, ...saved }, answer }
  }
}

/** A delivery, and what throws if its request could not be saved. */
type Keeping = AcceptedDelivery & { assertKept: () => void }

function toMessage(
  { method = '', url = '', rawHeaders }: IncomingMessage,
  body: Uint8Array = new Uint8Array(),
): HttpMessage {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.push([rawHeaders[at] as string, rawHeaders[at + 1] as string])
  }
  return { method, target: url, headers, body }
}

async function attempt(work: () => Promise<string>) {
  try {
    return { value: await work(), error: null }
  } catch (error) {
    return { value: null, error: error as NodeJS.ErrnoException }
  }
}
