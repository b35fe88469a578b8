import { responseHeaders } from '@partner-platform/types'
import { type Departure, type Issue, isEntityTag } from '@partner-platform/validators'
import {
  conditionOf,
  type DocumentedBody,
  documentedBody,
  notModified,
  type Operation,
} from './contract.ts'
import { type ProtocolErrorCode, protocolErrors } from './errors.ts'
import type { Settings } from './parse-options.ts'
import { parseRateLimit } from './parse-rate-limit.ts'
import type { Failure, ProtocolErrorResult, ResultBase } from './result.ts'
import type { AttemptEnd, Sent, Time } from './send.ts'

/** A documented answer, before the compiler knows the operation. */
export type AnyDocumentedResult = ResultBase & { status: number; response: Response } & (
    | { ok: true; data: unknown; departures: readonly Departure[] }
    | {
        ok: false
        error: unknown
        bodyProblem: string | null
        departures: readonly Departure[]
        message: string
      }
    | { ok: false }
  )

export interface Asked {
  request: Request
  operation: Operation
  settings: Settings
  time: Time
}

/** The typed result of a call. Its messages contain no key, no query and no payload. */
export function toResult({ end, attempts }: Sent, asked: Asked): AnyDocumentedResult | Failure {
  const { method, url } = asked.request
  const subject = `${method} ${url.split('?', 1)}`
  if (end.kind === 'answer') return fromAnswer(end, { ...asked, subject, attempts })
  const message = `${subject} ${sayFailure(end, attempts, asked.settings)}`
  const base = { ok: false, attempts, rateLimit: null, message } as const
  if (end.kind === 'timeout') return { status: end.kind, ...base }
  return { status: end.kind, ...base, cause: end.cause }
}

function sayFailure(
  end: Exclude<AttemptEnd, { kind: 'answer' }>,
  attempts: number,
  { timeoutMs }: Settings,
): string {
  const after = `after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  if (end.kind === 'aborted') return `was aborted by its signal ${after}. See cause.`
  const late = `within ${timeoutMs} ms in attempt ${attempts}. Raise timeoutMs or try later.`
  if (end.httpStatus === undefined) {
    return end.kind === 'timeout'
      ? `timed out: no complete answer ${late}`
      : `failed with a network error ${after}. See cause, and check baseUrl and the network.`
  }
  const rest =
    end.kind === 'timeout'
      ? `did not end ${late}`
      : `was cut off ${after}. See cause, and try again.`
  return `answered ${end.httpStatus}, but its body ${rest}`
}

/** How an answer breaks the contract. `problem` reads on from "answered 200 with" and quotes nothing. */
type Violation = { code: ProtocolErrorCode; problem: string; issues?: Issue[] }

function fromAnswer(
  { response: read, body, bodyProblem: lost }: Extract<AttemptEnd, { kind: 'answer' }>,
  { request, operation, settings, time, subject, attempts }: Asked & Spoken,
): AnyDocumentedResult | Failure {
  const { status, headers } = read
  const json = parseJson(body ?? new Uint8Array())
  const response = body ? rebuildResponse(read, body) : undefined
  const known = {
    attempts,
    rateLimit: parseRateLimit(headers, time.nowMs()),
    ...requestIdIn(read, json),
    ...etagIn(read),
    ...(response && { response }),
  }
  const answered = `${subject} answered ${status}`
  const refuse = ({ code, problem, issues = [] }: Violation): ProtocolErrorResult => {
    const message = `${answered} with ${problem}. ${protocolErrors[code]}.`
    return {
      status: 'protocol-error',
      ok: false,
      code,
      httpStatus: status,
      issues,
      message,
      ...known,
    }
  }
  if (!body) {
    const problem = `a body over ${settings.bodyLimitBytes} bytes`
    return refuse({ code: 'body-too-large', problem })
  }
  // 304 answers only a request that carried an entity tag. D-022
  const condition = conditionOf(operation)
  const isConditional = condition !== undefined && request.headers.has(condition)
  const statuses = Object.keys(operation.responses)
    .map(Number)
    .filter((documented) => documented !== notModified || isConditional)
  // A documented status always has a response: OpenAPI has none beyond 599.
  if (!statuses.includes(status) || !response) {
    if (isRedirect(read)) return refuse({ code: 'redirect', problem: 'a redirect' })
    const next = response
      ? 'Look at response, and try later'
      : 'Try later, and report it if it persists'
    const message = `${answered}; the contract documents ${statuses.join(', ')}. ${next}.`
    return { status: 'unexpected-status', ok: false, httpStatus: status, message, ...known }
  }
  if (status === notModified) return { status, ok: false, ...known, response }
  const documented = documentedBody(operation, status, settings)
  if (read.ok) {
    const success = readSuccess(read, json, documented, settings)
    if ('code' in success) return refuse(success)
    return { status, ok: true, ...success, ...known, response }
  }
  const { bodyProblem, ...refusal } = readError(read, json, documented)
  const message = `${answered}. ${statusAdvice[status] ?? 'Try later'}.`
  return {
    status,
    ok: false,
    ...refusal,
    bodyProblem: lost ?? bodyProblem,
    message,
    ...known,
    response,
  }
}

type Spoken = { subject: string; attempts: number }

const redirects = [301, 302, 303, 307, 308]

/** 300 offers a choice. It is a redirect only if it also names the one to take. */
const isRedirect = ({ type, status, headers }: Response) =>
  type === 'opaqueredirect' ||
  redirects.includes(status) ||
  (status === 300 && headers.has('location'))

const statusAdvice: Record<number, string> = {
  401: 'The API key is missing or invalid: check apiKey',
  403: 'Check that the API key is allowed for this environment and origin',
  429: 'The rate limit of the API key is exceeded: wait, then try again',
}

/** A body read as JSON. `bytes` is its length. */
type JsonText = { bytes: number } & (
  | { ok: true; value: unknown; hasByteOrderMark: boolean }
  | { ok: false; looksLikeHtml: boolean }
)

// UTF-8 only. RFC 8259, 8.1 lets a reader ignore a byte order mark.
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Reads a body as JSON. Never throws, and keeps no error, because an error quotes the body. */
function parseJson(body: Uint8Array): JsonText {
  const bytes = body.length
  try {
    const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
    return { ok: true, value: JSON.parse(decoder.decode(body)), bytes, hasByteOrderMark }
  } catch {
    const start = new TextDecoder().decode(body.subarray(0, 1024))
    return { ok: false, looksLikeHtml: /^\s*<(?!\?xml)/.test(start), bytes }
  }
}

function readSuccess(
  read: Response,
  json: JsonText,
  documented: DocumentedBody | null,
  { validateResponses }: Settings,
): { data: unknown; departures: Departure[] } | Violation {
  if (!documented) return { data: undefined, departures: [] }
  const { contentType, parse } = documented
  const received = mediaTypeOf(read)
  if (json.bytes === 0) return { code: 'empty-body', problem: 'an empty body' }
  if (!json.ok) {
    if (json.looksLikeHtml) return { code: 'html-body', problem: `HTML instead of ${contentType}` }
    if (!/^(|application\/(.+\+)?json|text\/json)$/.test(received))
      return { code: 'wrong-content-type', problem: `${received} instead of ${contentType}` }
    const problem = `${json.bytes} bytes that are not one JSON value in UTF-8`
    return { code: 'invalid-json', problem }
  }
  if (validateResponses === 'off') return { data: json.value, departures: [] }
  const parsed = parse(json.value)
  if (!parsed.ok) return offSchema(parsed.issues)
  const departures = [...departuresOfHttp(read, json, documented), ...parsed.departures]
  if (validateResponses === 'strict' && departures.length > 0) return offSchema(departures)
  return { data: parsed.value, departures }
}

const mediaTypeOf = ({ headers }: Response) => {
  const [mediaType = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  return mediaType.trim()
}

/** How the answer departs from the contract outside its JSON value. */
function departuresOfHttp(
  read: Response,
  { hasByteOrderMark }: { hasByteOrderMark: boolean },
  { contentType }: DocumentedBody,
): Departure[] {
  const received = mediaTypeOf(read)
  return [
    ...(received === contentType ? [] : [departure(`Content-Type is ${received || 'missing'}`)]),
    ...(hasByteOrderMark ? [departure('The body starts with a byte order mark')] : []),
  ]
}

const departure = (message: string): Departure => ({
  path: '',
  message,
  keyword: 'http',
  note: 'tolerated',
})

const offSchema = (issues: Issue[]): Violation => {
  const count = `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`
  return { code: 'off-schema', problem: `a body that has ${count}`, issues }
}

/** The source shows no error body, so none is refused. @see specs/decisions/ D-016 */
function readError(read: Response, json: JsonText, documented: DocumentedBody | null) {
  if (!documented) return { error: undefined, bodyProblem: null, departures: [] }
  const parsed = json.ok ? documented.parse(json.value) : undefined
  if (json.ok && parsed?.ok && isEnvelope(parsed.value)) {
    const departures = [...departuresOfHttp(read, json, documented), ...parsed.departures]
    return { error: parsed.value, bodyProblem: null, departures }
  }
  const shape = json.ok
    ? 'JSON of a different shape'
    : json.looksLikeHtml
      ? 'HTML'
      : 'not valid JSON'
  const bodyProblem = `The body is ${json.bytes === 0 ? 'empty' : shape}.`
  return { error: null, bodyProblem, departures: [] }
}

/** Whether a body of an error has what the result promises of `error`. */
function isEnvelope(body: unknown): boolean {
  const { code, message } = errorIn(body)
  return typeof code === 'string' && typeof message === 'string'
}

/** The error of an envelope, unchecked; empty if there is none. */
const errorIn = (body: unknown): Record<string, unknown> => Object(Object(body).error)

const bodilessStatuses = [204, 205, 304]

/** What `Response` accepts as a reason phrase: tabs, spaces, visible ASCII and latin1. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * `response`, whose body has been read, with that body unread again. Its status text is empty if
 * `Response` would reject the original's. Undefined if `Response` would reject the status: it takes 200
 * to 599, but servers may send any three digits.
 */
function rebuildResponse(response: Response, body: Uint8Array<ArrayBuffer>): Response | undefined {
  const { status, headers } = response
  if (status < 200 || status > 599) return undefined
  const statusText = reasonPhrase.test(response.statusText) ? response.statusText : ''
  const init = { status, statusText, headers }
  return new Response(bodilessStatuses.includes(status) ? null : body, init)
}

/** The request id of the header, or else of the envelope. */
function requestIdIn({ headers }: Response, json: JsonText): { requestId?: string } {
  const inBody = json.ok && errorIn(json.value).requestId
  const requestId = headers.get(responseHeaders.RequestId) || inBody
  return requestId && typeof requestId === 'string' ? { requestId } : {}
}

// Leaves out a tag that `ifNoneMatch` would refuse.
const etagIn = ({ headers }: Response) => {
  const etag = headers.get(responseHeaders.EntityTag)
  return isEntityTag(etag) ? { etag } : {}
}
