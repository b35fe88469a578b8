import { type Departure, isEntityTag, isErrorResponse } from '@partner-platform/validators'
import { contractHeaders, documentedResponses, notModified, type Operation } from './contract.ts'
import { protocolErrors } from './errors.ts'
import { type JsonText, judgeAnswer, parseJson, type Violation } from './judge-answer.ts'
import type { Settings } from './parse-options.ts'
import { parseRateLimit } from './parse-rate-limit.ts'
import type { Failure, ResultBase } from './result.ts'
import type { AttemptEnd, Sent, Time } from './send.ts'

/** A documented answer, before the compiler knows the operation. */
export type AnyDocumentedResult = ResultBase & { status: number; response: Response } & (
    | { ok: true; data: unknown; departures: readonly Departure[] }
    | { ok: false; error: unknown; bodyProblem: string | null; message: string }
    | { ok: false }
  )

/** What was sent, and how its answer is to be read. */
export interface Asked {
  request: Request
  operation: Operation
  settings: Settings
  time: Time
}

/** The typed result of a call. Its messages contain no key, no query and no payload. */
export function toResult({ end, attempts }: Sent, asked: Asked): AnyDocumentedResult | Failure {
  if (end.kind === 'answer') return fromAnswer(end, attempts, asked)
  if (end.kind === 'too-large') {
    const { headers, status: httpStatus } = end.response
    const rateLimit = parseRateLimit(headers, asked.time.nowMs())
    const base = { attempts, rateLimit, ...requestIdIn(end.response, null) }
    const problem = `a body over ${asked.settings.bodyLimitBytes} bytes`
    const tooLarge = { code: 'body-too-large' as const, problem, issues: [] }
    return toProtocolError(asked, { base, httpStatus }, tooLarge)
  }
  const { kind: status } = end
  const message = messageOf(end, attempts, asked)
  const base = { ok: false, attempts, rateLimit: null, message } as const
  return status === 'timeout' ? { status, ...base } : { status, ...base, cause: end.cause }
}

function fromAnswer(
  { response: read, body, bodyProblem: lost }: Extract<AttemptEnd, { kind: 'answer' }>,
  attempts: number,
  asked: Asked,
): AnyDocumentedResult | Failure {
  const { operation, settings, time } = asked
  const json = parseJson(body)
  const response = rebuildResponse(read, body)
  const rateLimit = parseRateLimit(read.headers, time.nowMs())
  const known = { attempts, rateLimit, ...requestIdIn(read, json), ...etagIn(read) }
  const base = response ? { ...known, response } : known
  const httpStatus = read.status
  const responses = documentedResponses(operation, asked.request)
  const judged = judgeAnswer(read, json, { responses, validate: settings.validateResponses })
  if (judged.kind === 'violation') return toProtocolError(asked, { base, httpStatus }, judged)
  // A documented status always has a response: OpenAPI has none beyond 599.
  if (judged.kind === 'documented' && response) {
    if (httpStatus === notModified) return { status: httpStatus, ok: false, ...known, response }
    const { value, departures } = judged
    if (read.ok)
      return { status: httpStatus, ok: true, data: value, departures, ...known, response }
    const bodyProblem = lost ?? judged.bodyProblem ?? null
    const advice = statusAdvice.get(httpStatus) ?? 'Try later'
    const message = `${subjectOf(asked)} answered ${httpStatus}. ${advice}.`
    return { status: httpStatus, ok: false, error: value, bodyProblem, message, ...known, response }
  }
  const documented = [...responses.keys()].join(', ')
  const next = response ? 'Look at response, and try later' : 'Try later, and report it if it lasts'
  const message = `${subjectOf(asked)} answered ${httpStatus}; the contract documents ${documented}. ${next}.`
  return { status: 'unexpected-status', ok: false, httpStatus, message, ...base }
}

/** Statuses for which the Fetch standard allows no body. */
const bodilessStatuses = new Set([204, 205, 304])

/** What `Response` accepts as a reason phrase: tabs, spaces, visible ASCII and latin1. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * `response`, whose body has been read, with that body unread again. Its status text is empty if
 * `Response` would reject the original's. Undefined if `Response` would reject the status: it takes 200
 * to 599, but servers may send any three digits.
 */
export function rebuildResponse(
  response: Response,
  body: Uint8Array<ArrayBuffer>,
): Response | undefined {
  const { status, headers } = response
  if (status < 200 || status > 599) return undefined
  const statusText = reasonPhrase.test(response.statusText) ? response.statusText : ''
  const init = { status, statusText, headers }
  return new Response(bodilessStatuses.has(status) ? null : body, init)
}

function toProtocolError(
  asked: Asked,
  { base, httpStatus }: { base: ResultBase; httpStatus: number },
  { code, problem, issues }: Omit<Violation, 'kind'>,
): Failure {
  const message = `${subjectOf(asked)} answered ${httpStatus} with ${problem}. ${protocolErrors[code]}.`
  return { status: 'protocol-error', ok: false, code, httpStatus, issues, message, ...base }
}

const statusAdvice = new Map([
  [401, 'The API key is missing or invalid: check apiKey'],
  [403, 'Check that the API key is allowed for this environment and origin'],
  [429, 'The rate limit of the API key is exceeded: wait, then try again'],
])

/** The request id of the header, or else of the envelope. */
function requestIdIn({ headers }: Response, json: JsonText | null): { requestId?: string } {
  const inBody = json?.ok && isErrorResponse(json.value) ? json.value.error.requestId : undefined
  const requestId = headers.get(contractHeaders.requestId) || inBody
  return requestId ? { requestId } : {}
}

// Leaves out a tag that `ifNoneMatch` would refuse.
const etagIn = ({ headers }: Response) => {
  const etag = headers.get(contractHeaders.entityTag)
  return isEntityTag(etag) ? { etag } : {}
}

function messageOf(
  end: Exclude<AttemptEnd, { response: Response }>,
  attempts: number,
  asked: Asked,
): string {
  const subject = subjectOf(asked)
  const after = `after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const limit = `${asked.settings.timeoutMs} ms`
  if ('httpStatus' in end) {
    const answered = `${subject} answered ${end.httpStatus}, but its body`
    return end.kind === 'timeout'
      ? `${answered} did not end within ${limit} ${after}. Raise timeoutMs or try later.`
      : `${answered} broke off ${after}. See cause, and try again.`
  }
  if (end.kind === 'timeout') {
    return `${subject} timed out: no whole answer within ${limit} ${after}. Raise timeoutMs or try later.`
  }
  return end.kind === 'aborted'
    ? `${subject} was aborted by its signal ${after}. See cause.`
    : `${subject} failed with a network error ${after}. See cause, and check baseUrl and the network.`
}

/** Method and URL, without the query, which may hold personal data. */
const subjectOf = ({ request: { method, url } }: Asked) => `${method} ${url.split('?', 1)}`
