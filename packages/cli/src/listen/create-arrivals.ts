import type { IncomingMessage } from 'node:http'
import type { servers } from '@partner-platform/types'
import {
  createMemoryDedupeStore,
  createWebhookReceiver,
  deduplicate,
  toStorageKey,
  type WebhookAnswer,
} from '@partner-platform/webhooks'
import { readNodeBody } from '@partner-platform/webhooks/node'
import { type HttpMessage, savedBodyLimitBytes } from '../http-message.ts'
import type { Arrival, Findings, RecordResult } from './arrival.ts'
import type { RecordRequest } from './create-recorder.ts'

export type ArrivalOptions = {
  /** `null` if verification is off. */
  secrets: readonly string[] | null
  /** Saves each request before the answer. If it rejects, the answer is 503. */
  record: RecordRequest | null
}

export type Received = { arrival: Arrival; answer: WebhookAnswer }

// A listener serves one environment, so its name does not matter here.
const environment = 'development' satisfies keyof typeof servers

/** Receives requests as the contract requires. Rejects if a sender breaks off. */
export function createArrivals({ secrets, record }: ArrivalOptions) {
  const trust = secrets === null ? ({ verification: 'off' } as const) : { secrets }
  // Shared by all requests, because it knows which events are in flight.
  const once = deduplicate(() => {}, { store: createMemoryDedupeStore(), environment })
  let count = 0
  return async (incoming: IncomingMessage): Promise<Received> => {
    const number = ++count
    const receivedAtMs = Date.now()
    const body = await readNodeBody(incoming, savedBodyLimitBytes)
    const request = toMessage(incoming, body)
    const storageKey = await toStorageKey(request.body)
    const saved: RecordResult = { recordedAs: null, recordError: null }
    try {
      if (body && record) saved.recordedAs = await record(request, storageKey)
    } catch (error) {
      saved.recordError = error as NodeJS.ErrnoException
    }
    let findings: Findings = { event: null, notes: [], issues: [], isVerified: false }
    const receiver = createWebhookReceiver({
      ...trust,
      onEvent(event, delivery) {
        const { notes } = delivery
        findings = { event, notes, issues: [], isVerified: secrets !== null }
        if (saved.recordError) throw saved.recordError
        return once(event, delivery)
      },
      onQuarantine({ issues, verified }) {
        findings = { ...findings, issues, isVerified: verified }
        if (saved.recordError) throw saved.recordError
      },
      // `recordError` says what failed.
      onError() {},
    })
    const readBody = async (limitBytes: number) =>
      body && body.length <= limitBytes ? body : undefined
    const answer = await receiver.receive({ ...request, readBody })
    const { status, outcome } = answer
    const { code = null }: { code?: string | null } = JSON.parse(answer.body)
    const about = { number, receivedAtMs, request, storageKey, status, outcome, code }
    return { arrival: { ...findings, ...about, ...saved }, answer }
  }
}

function toMessage(
  { method = '', url = '', rawHeaders }: IncomingMessage,
  body: Uint8Array = new Uint8Array(),
): HttpMessage {
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
  )
  return { method, target: url, headers, body }
}
