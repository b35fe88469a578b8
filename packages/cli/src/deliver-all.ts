import { type Answer, exchange, valuesOf } from '@partner-platform/conformance/exchange'
import { constants } from '@partner-platform/types'
import {
  type AnswerOutcome,
  nextDelay,
  parseRetryAfter,
  toOutcome,
} from '@partner-platform/webhooks/delivery'
import type { Finished } from './command.ts'
import { CliError } from './errors.ts'
import type { HttpMessage } from './http-message.ts'
import type { Io } from './io.ts'
import { type Style, toPlainText } from './terminal.ts'

export type OutgoingRequest = {
  title: string
  about: Readonly<Record<string, unknown>>
  message: Omit<HttpMessage, 'target'>
}

type Batch = { url: URL; total: number; isJson: boolean; io: Io }

/**
 * Sends requests in order and reports each. The result is negative unless all were accepted, and none was
 * quarantined.
 */
export async function deliverAll(
  requests: AsyncIterable<OutgoingRequest>,
  { url, total, isJson, io }: Batch,
): Promise<Finished> {
  const progress = io.progress(`Sending to ${url.origin} …`)
  const deliveries: { accepted: boolean; quarantined: boolean }[] = []
  try {
    for await (const { title, about, message } of requests) {
      const delivered = await deliver(url, message)
      deliveries.push({ ...about, ...toDeliveryDocument(delivered) })
      progress.tell(`Sending to ${url.origin}: ${deliveries.length} of ${total} …`)
      if (isJson) continue
      progress.clear()
      io.print(`${toPlainText(title)}\n${describeDelivery(delivered, io.style)}`)
    }
  } finally {
    progress.stop()
  }
  const ok = deliveries.every(({ accepted, quarantined }) => accepted && !quarantined)
  return { exitCode: ok ? 0 : 1, document: { ok, url: url.href, deliveries }, text: '' }
}

type Outcome = AnswerOutcome | 'timed-out'

/** What the service would do after a first attempt with this outcome. */
type NextStep =
  | { do: 'nothing' }
  | { do: 'disable-endpoint' }
  | { do: 'retry'; fromMs: number; toMs: number }

type Delivered = Pick<Answer, 'status' | 'durationMs' | 'error'> & {
  answer: Buffer
  /** `Content-Type`, `Content-Encoding` and `Retry-After` of the answer, if present. */
  headers: Record<string, string>
  outcome: Outcome
  /** Whether the receiver says that it quarantined the event. */
  isQuarantined: boolean
  next: NextStep
}

/**
 * Sends a request once, within the limits of the contract, and judges the answer as the service does.
 * Throws a `CliError` of code `unreachable` if nothing answers.
 * @see specs/decisions D-010, D-011 and D-012
 */
export async function deliver(
  url: URL,
  message: Omit<HttpMessage, 'target'>,
  { connectTimeoutMs, attemptTimeoutMs: timeoutMs }: Timeouts = constants,
): Promise<Delivered> {
  const { answerLimitBytes } = constants
  const limits = { connectTimeoutMs, timeoutMs, answerLimitBytes }
  const answer = await exchange({ url, ...message }, limits)
  const { end, isConnected, error } = answer
  if (!isConnected || end === 'refused') {
    throw new CliError(
      'unreachable',
      `${url.origin} is unreachable: ${error?.code ?? 'no connection in time'}. Start the receiver, and check host, port and certificate.`,
    )
  }
  // A change of protocol is no answer.
  const status = end === 'broken' && answer.status === 101 ? null : answer.status
  const outcome = end === 'answered' ? toOutcome(status) : end
  const next = nextStep(outcome, { status, retryAfter: valuesOf(answer, 'retry-after')[0] ?? null })
  const durationMs = Math.round(answer.durationMs)
  const headers = Object.fromEntries(
    ['content-type', 'content-encoding', 'retry-after'].flatMap((name) => {
      const [value] = valuesOf(answer, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const body = Buffer.from(answer.body)
  const isQuarantined = outcome === 'accepted' && readOutcome(body) === 'quarantined'
  return { status, durationMs, error, answer: body, headers, outcome, isQuarantined, next }
}

function readOutcome(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString())?.outcome
  } catch {
    return undefined
  }
}

type Timeouts = { connectTimeoutMs: number; attemptTimeoutMs: number }

type Reply = { status: number | null; retryAfter: string | null }

function nextStep(outcome: Outcome, { status, retryAfter }: Reply): NextStep {
  if (outcome === 'accepted') return { do: 'nothing' }
  if (outcome === 'refused' && status === constants.endpointGoneStatus) {
    return { do: 'disable-endpoint' }
  }
  const retryAfterSeconds = parseRetryAfter(retryAfter, Date.now())
  const [from, to] = [0, 1].map((random) =>
    nextDelay({ attempt: 2, random, retryAfterSeconds, status }),
  )
  if (!from || !to || 'deadLetter' in from || 'deadLetter' in to) return { do: 'nothing' }
  return { do: 'retry', fromMs: from.delayMs, toMs: to.delayMs }
}

const shownCharacters = 500

const words: Record<Outcome, string> = {
  accepted: 'accepted',
  redirected: 'a redirect, which is never followed',
  refused: 'refused',
  'timed-out': 'no complete answer in time',
  broken: 'the connection broke before the answer was complete',
}

/** Such as `200 after 12 ms: accepted`. */
export const sayOutcome = ({ status, durationMs, outcome, isQuarantined }: Delivered): string =>
  `${status ?? 'no answer'} after ${durationMs} ms: ${isQuarantined ? 'quarantined' : words[outcome]}`

function describeDelivery(delivered: Delivered, style: Style): string {
  const { outcome, isQuarantined, next, answer } = delivered
  const head = sayOutcome(delivered)
  const isAccepted = outcome === 'accepted'
  const text = toPlainText(answer.toString().trim())
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text
  return [
    isAccepted && !isQuarantined ? style.green(`✓ ${head}`) : style.red(`✗ ${head}`),
    ...(shown === '' ? [] : [style.dim(`  ${shown}`)]),
    ...(isAccepted ? [] : [`  ${sayNext(next)}`]),
  ].join('\n')
}

function toDeliveryDocument(delivered: Delivered) {
  const { status, durationMs, outcome, isQuarantined, next, answer, error } = delivered
  return {
    accepted: outcome === 'accepted',
    quarantined: isQuarantined,
    outcome,
    status,
    durationMs,
    answer: answer.toString(),
    ...(error?.code === undefined ? {} : { errorCode: error.code }),
    next,
  }
}

function sayNext(next: NextStep): string {
  if (next.do === 'nothing') return 'The service would not deliver it again.'
  if (next.do === 'disable-endpoint') {
    return 'The service would disable the endpoint, and deliver nothing more to it (D-010).'
  }
  const [from, to] = [next.fromMs / 1000, next.toMs / 1000]
  const pause = from === to ? `${from} s` : `${from} to ${to} s`
  return `The service would deliver it again in ${pause} (D-012).`
}
