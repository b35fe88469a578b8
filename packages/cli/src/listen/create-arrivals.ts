import { access, constants, mkdir, open, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { servers } from '@partner-platform/types'
import {
  createMemoryDedupeStore,
  createWebhookReceiver,
  deduplicate,
  toStorageKey,
} from '@partner-platform/webhooks'
import { readNodeBody } from '@partner-platform/webhooks/node'
import { unusableFile } from '../errors.ts'
import { formatHttpMessage, type HttpMessage, savedBodyLimitBytes } from '../http-message.ts'
import type { Arrival, Findings, RecordResult } from './arrival.ts'
import { forward, type Passed } from './forward.ts'

export type ArrivalOptions = {
  /** `null` if verification is off. */
  secrets: readonly string[] | null
  /** Saves each request before the answer. If it rejects, the answer is 503. */
  record: RecordRequest | null
  /** The URL that gets each request, unless saving it failed or its body is too large. The sender gets its answer. */
  forwardTo: URL | null
}

export type Received = { arrival: Arrival; answer: Passed }

// A listener serves one environment, so its name does not matter here.
const environment = 'development' satisfies keyof typeof servers

/** Receives requests as the contract requires. Rejects if a sender breaks off. */
export function createArrivals({ secrets, record, forwardTo }: ArrivalOptions) {
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
    let findings: Findings = {
      event: null,
      notes: [],
      issues: [],
      departures: [],
      isVerified: false,
    }
    const receiver = createWebhookReceiver({
      ...trust,
      onEvent(event, delivery) {
        const { notes, departures } = delivery
        findings = { event, notes, departures, issues: [], isVerified: secrets !== null }
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
    const arrival = { ...findings, ...about, ...saved, forwarded: null }
    if (!forwardTo) return { arrival, answer }
    const withheld = body
      ? saved.recordError && 'no, because it was not saved'
      : `no, because its body is larger than ${savedBodyLimitBytes} bytes`
    if (withheld) {
      const forwarded = { accepted: false, status: null, says: withheld }
      return { arrival: { ...arrival, forwarded }, answer }
    }
    const { forwarded, passed } = await forward(forwardTo, request)
    return { arrival: { ...arrival, forwarded }, answer: passed }
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

/** Saves a request and returns the path of its file. */
type RecordRequest = (request: HttpMessage, storageKey: string) => Promise<string>

const numbered = /^(\d{6,9})-[0-9a-f]{8}\.http$/

/**
 * Saves each request byte for byte, complete or not at all, numbered after the files in the folder.
 * Only this user may read the files, which contain personal data. Throws a `CliError` if the folder is unusable.
 */
export async function createRecorder(folder: string): Promise<RecordRequest> {
  let last = await lastNumber(folder)
  return async (request, storageKey) => {
    last += 1
    const path = join(folder, `${String(last).padStart(6, '0')}-${storageKey.slice(0, 8)}.http`)
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(formatHttpMessage(request))
      await file.close()
    } catch (error) {
      // An incomplete request must not be replayed.
      await file.close().catch(() => {})
      await rm(path, { force: true })
      throw error
    }
    return path
  }
}

async function lastNumber(path: string): Promise<number> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK)
    const numbers = (await readdir(path)).map((name) => Number(numbered.exec(name)?.[1] ?? 0))
    return numbers.reduce((most, number) => Math.max(most, number), 0)
  } catch (cause) {
    throw unusableFile(path, {
      problem: 'is not a writable folder',
      next: 'Name another folder with --record.',
      cause,
    })
  }
}
