import type { Departure, Issue } from '@partner-platform/validators'
import type { Validation } from './client-options.ts'
import type { DocumentedResponse } from './contract.ts'
import type { ProtocolErrorCode } from './errors.ts'

/** A body read as JSON. `bytes` is its length. */
export type JsonText =
  | { ok: true; value: unknown; bytes: number; hasByteOrderMark: boolean }
  | { ok: false; looksLikeHtml: boolean; bytes: number }

// UTF-8 only. RFC 8259, 8.1 lets a reader ignore a byte order mark.
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Reads a body as JSON. Never throws, and keeps no error, because an error quotes the body. */
export function parseJson(body: Uint8Array<ArrayBuffer>): JsonText {
  const bytes = body.length
  try {
    const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
    return { ok: true, value: JSON.parse(decoder.decode(body)), bytes, hasByteOrderMark }
  } catch {
    const [first] = new TextDecoder().decode(body.subarray(0, 64)).trimStart()
    return { ok: false, looksLikeHtml: first === '<', bytes }
  }
}

/** How an answer breaks the contract. `problem` reads on from "answered 200 with" and quotes nothing. */
export interface Violation {
  kind: 'violation'
  code: ProtocolErrorCode
  problem: string
  issues: Issue[]
}

type Documented = {
  kind: 'documented'
  value: unknown
  departures: Departure[]
  bodyProblem?: string
}

const redirects = new Set([301, 302, 303, 307, 308])

/** 300 offers a choice. It is a redirect only if it also names the one to take. */
const isRedirect = ({ type, status, headers }: Response) =>
  type === 'opaqueredirect' || redirects.has(status) || (status === 300 && headers.has('location'))

/** Compares an answer with what the contract documents for its status: `responses`, by status. */
export function judgeAnswer(
  response: Response,
  json: JsonText,
  {
    responses,
    validate,
  }: { responses: ReadonlyMap<number, DocumentedResponse>; validate: Validation },
): Documented | Violation | { kind: 'undocumented' } {
  const documented = responses.get(response.status)
  if (!documented) {
    return isRedirect(response) ? violation('redirect', 'a redirect') : { kind: 'undocumented' }
  }
  const { contentType, parse } = documented
  if (contentType === null) return { kind: 'documented', value: undefined, departures: [] }
  if (response.status >= 400) return judgeError(json, parse)
  if (json.bytes === 0) return violation('empty-body', 'an empty body')
  const received = mediaTypeOf(response)
  if (isHtml(received)) return violation('html-body', `${received} instead of ${contentType}`)
  if (received !== '' && !isJson(received)) {
    return violation('wrong-content-type', `${received} instead of ${contentType}`)
  }
  if (!json.ok) {
    return json.looksLikeHtml
      ? violation('html-body', `HTML instead of ${contentType}`)
      : violation('invalid-json', `${json.bytes} bytes that are not one JSON value in UTF-8`)
  }
  if (validate === 'off') return { kind: 'documented', value: json.value, departures: [] }
  const parsed = parse(json.value)
  if (!parsed.ok) return offSchema(parsed.issues)
  const departures = [
    ...(received === contentType ? [] : [departure(`Content-Type is ${received || 'missing'}`)]),
    ...(json.hasByteOrderMark ? [departure('The body starts with a byte order mark')] : []),
    ...parsed.departures,
  ]
  if (validate === 'strict' && departures.length > 0) return offSchema(departures)
  return { kind: 'documented', value: parsed.value, departures }
}

/** The source shows no error body, so none is refused. @see specs/decisions/ D-016 */
function judgeError(json: JsonText, parse: DocumentedResponse['parse']): Documented {
  const without = (bodyProblem: string): Documented => ({
    ...{ kind: 'documented', value: null, departures: [], bodyProblem },
  })
  if (json.bytes === 0) return without('The body is empty.')
  if (!json.ok) {
    return without(json.looksLikeHtml ? 'The body is HTML.' : 'The body is not valid JSON.')
  }
  const parsed = parse(json.value)
  if (!parsed.ok) return without('The body is JSON of another shape.')
  return { kind: 'documented', value: parsed.value, departures: [] }
}

const departure = (message: string): Departure => ({
  ...{ path: '', message, keyword: 'http', note: 'tolerated' },
})

const offSchema = (issues: Issue[]) => {
  const count = `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`
  return violation('off-schema', `a body that has ${count}`, issues)
}

const mediaTypeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase()

const isJson = (mediaType: string) => /^(application\/(.+\+)?json|text\/json)$/.test(mediaType)

const isHtml = (mediaType: string) => /^(text\/html|application\/xhtml\+xml)$/.test(mediaType)

const violation = (code: ProtocolErrorCode, problem: string, issues: Issue[] = []): Violation => ({
  ...{ kind: 'violation', code, problem, issues },
})
