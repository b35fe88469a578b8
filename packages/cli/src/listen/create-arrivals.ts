import type { IncomingMessage } from 'node:http'
import { toStorageKey, type WebhookAnswer } from '@partner-platform/webhooks'
import type { HttpMessage } from '../http-message/http-message.ts'
import { savedBodyLimitBytes } from '../http-message/read-http-file.ts'
import type { Arrival } from './arrival.ts'
import { createObservedReceiver } from './create-observed-receiver.ts'
import type { RecordRequest } from './create-recorder.ts'
import { readBody } from './read-body.ts'

export type ArrivalOptions = {
  /** The secrets that may have signed, or `null` where verification is off. */
  secrets: readonly string[] | null
  /** Saves each request before it is answered; what it rejects with becomes a 503. */
  record: RecordRequest | null
}

export type Received = { arrival: Arrival; answer: WebhookAnswer }

/** Receives requests as the receiver of the contract does; rejects where a sender breaks off. */
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
