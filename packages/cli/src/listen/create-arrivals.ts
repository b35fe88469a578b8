import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { servers } from '@partner-platform/types'
import {
  createMemoryDedupeStore,
  createWebhookReceiver,
  deduplicate,
  type IncomingWebhook,
  type ReceiverOptions,
  toStorageKey,
  type WebhookAnswer,
} from '@partner-platform/webhooks'
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

/** Receives requests as a receiver must by contract; rejects if a sender breaks off. */
export function createArrivals({ secrets, record }: ArrivalOptions) {
  const receive = createObservedReceiver(secrets)
  let count = 0
  return async (incoming: IncomingMessage): Promise<Received> => {
    const number = ++count
    const receivedAtMs = Date.now()
    const body = await readBody(incoming, savedBodyLimitBytes)
    const request = toMessage(incoming, body)
    const storageKey = await toStorageKey(request.body)
    const kept = body && record ? await attempt(() => record(request, storageKey)) : null
    const readLimited = async (limitBytes: number) =>
      body && body.length <= limitBytes ? body : undefined
    const { answer, findings } = await receive({ ...request, readBody: readLimited }, () => {
      if (kept?.error) throw kept.error
    })
    const { status, outcome } = answer
    const said: { code?: string } = JSON.parse(answer.body)
    const about = { number, receivedAtMs, request, storageKey, status, outcome }
    const saved = { recordedAs: kept?.value ?? null, recordError: kept?.error ?? null }
    return { arrival: { ...findings, ...about, ...saved, code: said.code ?? null }, answer }
  }
}

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

/** A receiver of the contract that tells of each request all that it found. */
type ObservedReceiver = (
  incoming: IncomingWebhook,
  /** Throws if the request could not be kept; the answer is then that of a storage failure. */
  assertKept: () => void,
) => Promise<{ answer: WebhookAnswer; findings: Findings }>

type Seen = { findings: Findings; assertKept: () => void }

// A listener serves one environment, so its name does not matter here.
const environment = 'development' satisfies keyof typeof servers

/** With `secrets` of `null` verification is off. */
function createObservedReceiver(secrets: readonly string[] | null): ObservedReceiver {
  const current = new AsyncLocalStorage<Seen>()
  const trust = secrets === null ? ({ verification: 'off' } as const) : { secrets }
  const receiver = createWebhookReceiver({ ...trust, ...toHandlers(current) })
  return async (incoming, assertKept) => {
    const findings: Findings = { event: null, notes: [], issues: [], isVerified: false }
    const seen = { findings, assertKept }
    const answer = await current.run(seen, () => receiver.receive(incoming))
    return { answer, findings: seen.findings }
  }
}

function toHandlers(
  current: AsyncLocalStorage<Seen>,
): Pick<ReceiverOptions, 'onEvent' | 'onQuarantine' | 'onError'> {
  const find = (findings: Partial<Findings>) => {
    const seen = current.getStore()
    if (seen) seen.findings = { ...seen.findings, ...findings }
  }
  const assertKept = () => current.getStore()?.assertKept()
  const store = createMemoryDedupeStore()
  const once = deduplicate(assertKept, { store, environment })
  return {
    onEvent(event, delivery) {
      const { notes } = delivery
      find({ event, notes, isVerified: !notes.includes('unverified') })
      return once(event, delivery)
    },
    onQuarantine({ issues, verified }) {
      find({ issues, isVerified: verified })
      assertKept()
    },
    // The caller knows: `assertKept` threw.
    onError() {},
  }
}

/**
 * All bytes of a request, or `undefined` as soon as there are more than `limitBytes`. Rejects where the
 * sender broke off.
 */
async function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early must not cut the connection: the answer goes over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limitBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
