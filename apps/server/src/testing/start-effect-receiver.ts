import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { constants, messages } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'

export type Arrival = {
  /** The name of the receiving endpoint. */
  endpoint: string
  submission: string
  /** Identifies the event: its submission and timestamp. */
  event: string
  /** SHA-256 of its body. */
  digest: string
  /** The number of this arrival for its digest, from 1. */
  attempt: number
  /** On the clock of `performance.now()`. */
  atMs: number
  /** Attempts open for the same endpoint and submission, including this one. */
  together: number
  /** The status of the answer; `null` without one. */
  answered: number | null
  /** The secret that signed it. */
  secret: string
  /** Whether the sender disconnected before the answer. */
  isCut: boolean
}

/** `null` never answers. */
export type Answer = { status: number; headers?: Record<string, string> } | null

export type EffectReceiverOptions = {
  /** @default 202 at once */
  answer?: (arrival: Arrival) => Answer | Promise<Answer>
}

export type EffectReceiver = Awaited<ReturnType<typeof startEffectReceiver>>

const signatureName = headerName(messages.submissionUpdated, 'PlatformSignature').toLowerCase()
const unverifiedStatus = 401

/**
 * A partner with many endpoints, independent of our packages. Verifies the raw bytes, counts each distinct
 * body as one effect, and records everything that arrives.
 */
export async function startEffectReceiver({
  answer = () => ({ status: 202 }),
}: EffectReceiverOptions = {}) {
  const secrets = new Map<string, string[]>()
  const arrivals: Arrival[] = []
  const effects = new Map<string, { event: string; attempts: number }>()
  const open = new Map<string, number>()
  const hearers = new Set<(arrival: Arrival) => void>()
  let openCount = 0
  const unverified: string[] = []

  const note = (endpoint: string, secret: string, body: Buffer): Arrival => {
    const { timestamp, submission } = JSON.parse(String(body))
    const event = `${submission.uuid} ${timestamp}`
    const digest = createHash('sha256').update(body).digest('hex')
    const effect = effects.get(digest) ?? { event, attempts: 0 }
    effects.set(digest, effect)
    effect.attempts += 1
    const lane = `${endpoint} ${submission.uuid}`
    const together = (open.get(lane) ?? 0) + 1
    open.set(lane, together)
    openCount += 1
    const arrival: Arrival = {
      endpoint,
      submission: submission.uuid,
      event,
      digest,
      attempt: effect.attempts,
      atMs: performance.now(),
      together,
      answered: null,
      secret,
      isCut: false,
    }
    arrivals.push(arrival)
    return arrival
  }
  const finish = ({ endpoint, submission }: Arrival) => {
    const lane = `${endpoint} ${submission}`
    open.set(lane, (open.get(lane) ?? 0) - 1)
    openCount -= 1
  }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const endpoint = (request.url ?? '').slice(1)
    const secret = findSecret(body, request, secrets.get(endpoint) ?? [])
    if (secret === undefined) {
      unverified.push(endpoint)
      response.writeHead(unverifiedStatus).end()
      return
    }
    const arrival = note(endpoint, secret, body)
    response.once('close', () => {
      arrival.isCut = !response.writableFinished
      finish(arrival)
    })
    for (const hearer of hearers) hearer(arrival)
    const given = await answer(arrival)
    if (!given || response.destroyed) return
    arrival.answered = given.status
    response.writeHead(given.status, given.headers).end()
  }
  // A sender that is killed leaves half a body behind.
  const server = createServer(
    (request, response) => void receive(request, response).catch(() => {}),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    arrivals,
    effects,
    /** The endpoint of each request with an invalid signature. */
    unverified,
    /** Accepted secrets by endpoint name. The test adds them. */
    secrets,
    urlOf: (endpoint: string) => `http://127.0.0.1:${port}/${endpoint}`,
    /** The number of unanswered attempts. */
    get openCount() {
      return openCount
    },
    /** Calls back with each arrival before it is answered. Returns a function that stops it. */
    onArrival(hearer: (arrival: Arrival) => void) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The secret that produced the request's only signature. */
function findSecret(body: Buffer, { headersDistinct }: IncomingMessage, secrets: string[]) {
  const [signature = '', ...others] = headersDistinct[signatureName] ?? []
  if (others.length > 0) return undefined
  return secrets.find((secret) => {
    const key = Buffer.from(secret.slice(constants.secretPrefix.length), 'base64')
    const mac = createHmac('sha256', key).update(body).digest('hex')
    const wanted = Buffer.from(constants.signaturePrefix + mac)
    const given = Buffer.from(signature)
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
}
