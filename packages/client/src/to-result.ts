import { type Departure, isEntityTag, isErrorResponse } from '@partner-platform/validators'
import type { Outcome } from './attempt.ts'
import { contractHeaders } from './contract-headers.ts'
import { documentedResponses, notModified } from './documented-responses.ts'
import { protocolErrors } from './errors.ts'
import { judgeAnswer, type Violation } from './judge-answer.ts'
import type { OperationValue } from './operation-value.ts'
import type { Settings } from './parse-client-options.ts'
import { type JsonText, parseJson } from './parse-json.ts'
import { parseRateLimit } from './parse-rate-limit.ts'
import { rebuildResponse } from './rebuild-response.ts'
import type { Failure, ResultBase } from './result.ts'
import type { Delivery } from './send.ts'
import type { Time } from './time.ts'

/** A documented answer, before the compiler knows of which operation. */
export type AnyDocumentedResult = ResultBase & { status: number; response: Response } & (
    | { ok: true; data: unknown; departures: readonly Departure[] }
    | { ok: false; error: unknown; bodyProblem: string | null; message: string }
    | { ok: false }
  )

/** What a delivery answers to. */
export interface Question {
  request: Request
  operation: OperationValue
  settings: Settings
  time: Time
}

/** The typed result of a call. Its messages hold no key, no query and no payload. */
export function toResult(delivery: Delivery, question: Question): AnyDocumentedResult | Failure {
  const { outcome, attempts } = delivery
  const { settings, time } = question
  if (outcome.kind === 'answer') return fromAnswer(outcome, attempts, question)
  if (outcome.kind === 'too-large') {
    const { response } = outcome
    const rateLimit = parseRateLimit(response.headers, time.nowMs())
    const base = { attempts, rateLimit, ...requestIdIn(response, null) }
    return toProtocolError(question, { base, httpStatus: response.status }, tooLarge(settings))
  }
  const { kind: status } = outcome
  const message = messageOf(delivery, question)
  const base = { ok: false, attempts, rateLimit: null, message } as const
  return status === 'timeout' ? { status, ...base } : { status, ...base, cause: outcome.cause }
}

function fromAnswer(
  { response: read, body, bodyProblem: lost }: Extract<Outcome, { kind: 'answer' }>,
  attempts: number,
  question: Question,
): AnyDocumentedResult | Failure {
  const { operation, settings, time } = question
  const json = parseJson(body)
  const response = rebuildResponse(read, body)
  const rateLimit = parseRateLimit(read.headers, time.nowMs())
  const known = { attempts, rateLimit, ...requestIdIn(read, json), ...etagIn(read) }
  const base = response ? { ...known, response } : known
  const httpStatus = read.status
  const validate = settings.validateResponses
  const responses = documentedResponses(operation, question.request)
  const verdict = judgeAnswer({ response: read, json, responses, validate })
  if (verdict.kind === 'violation') return toProtocolError(question, { base, httpStatus }, verdict)
  // No status that is documented lacks a response: OpenAPI has none beyond 599.
  if (verdict.kind === 'documented' && response) {
    if (httpStatus === notModified) return { status: httpStatus, ok: false, ...known, response }
    const { value, departures } = verdict
    if (read.ok)
      return { status: httpStatus, ok: true, data: value, departures, ...known, response }
    const bodyProblem = lost ?? verdict.bodyProblem ?? null
    const advice = statusAdvice.get(httpStatus) ?? 'Try later'
    const message = `${subjectOf(question)} answered ${httpStatus}. ${advice}.`
    return { status: httpStatus, ok: false, error: value, bodyProblem, message, ...known, response }
  }
  const documented = [...responses.keys()].join(', ')
  const next = response
    ? 'Look into response, and try later'
    : 'Try later, and report it if it lasts'
  const message = `${subjectOf(question)} answered with an undocumented status: expected ${documented}, received ${httpStatus}. ${next}.`
  return { status: 'unexpected-status', ok: false, httpStatus, message, ...base }
}

function toProtocolError(
  question: Question,
  { base, httpStatus }: { base: ResultBase; httpStatus: number },
  { code, expected, received, issues }: Omit<Violation, 'kind'>,
): Failure {
  const message = `${subjectOf(question)} answered ${httpStatus}, out of contract: expected ${expected}, received ${received}. ${protocolErrors[code]}.`
  return { status: 'protocol-error', ok: false, code, httpStatus, issues, message, ...base }
}

const statusAdvice = new Map([
  [401, 'The API key is missing or invalid: check apiKey'],
  [403, 'Check that the API key is allowed for this environment and origin'],
  [429, 'The rate limit of the API key is exceeded: wait, then try again'],
])

const tooLarge = ({ bodyLimitBytes }: Settings) => ({
  code: 'body-too-large' as const,
  expected: `at most ${bodyLimitBytes} bytes`,
  received: 'more',
  issues: [],
})

/** The request id of the header; without one, that of an envelope. */
function requestIdIn({ headers }: Response, json: JsonText | null): { requestId?: string } {
  const inBody = json?.ok && isErrorResponse(json.value) ? json.value.error.requestId : undefined
  const requestId = headers.get(contractHeaders.requestId) || inBody
  return requestId ? { requestId } : {}
}

// What `ifNoneMatch` would refuse is no tag to hand out.
const etagIn = ({ headers }: Response) => {
  const etag = headers.get(contractHeaders.entityTag)
  return isEntityTag(etag) ? { etag } : {}
}

function messageOf({ outcome, attempts }: Delivery, question: Question): string {
  const { kind } = outcome
  const subject = subjectOf(question)
  const after = `after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const limit = `${question.settings.timeoutMs} ms`
  if ('httpStatus' in outcome) {
    const answered = `${subject} answered ${outcome.httpStatus}, but its body`
    return kind === 'timeout'
      ? `${answered} did not end within ${limit} ${after}. Raise timeoutMs or try later.`
      : `${answered} broke off ${after}. See cause, and try again.`
  }
  if (kind === 'timeout') {
    return `${subject} timed out: expected a whole answer within ${limit}, received none ${after}. Raise timeoutMs or try later.`
  }
  return kind === 'aborted'
    ? `${subject} was aborted: expected an answer, received the abort of its signal ${after}. See cause.`
    : `${subject} failed: expected an answer, received a network error ${after}. See cause, and check baseUrl and the network.`
}

/** Method and URL, without the query: it may hold personal data. */
const subjectOf = ({ request: { method, url } }: Question) => `${method} ${url.split('?', 1)}`
