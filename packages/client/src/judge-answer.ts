import type { Departure, Issue } from '@partner-platform/validators'
import type { Validation } from './client-options.ts'
import type { ProtocolErrorCode } from './errors.ts'
import type { ResponseValue } from './operation-value.ts'
import type { JsonText } from './parse-json.ts'

/** What an answer is under the contract. */
export type Verdict =
  | { kind: 'documented'; value: unknown; departures: Departure[]; bodyProblem?: string }
  | { kind: 'undocumented' }
  | Violation

/** How an answer departs from the contract, in words that hold none of it. */
export interface Violation {
  kind: 'violation'
  code: ProtocolErrorCode
  expected: string
  received: string
  issues: Issue[]
}

type Answer = {
  response: Response
  json: JsonText
  /** What the contract documents for the request, by status. */
  responses: ReadonlyMap<number, ResponseValue>
  validate: Validation
}

const redirects = new Set([301, 302, 303, 307, 308])

/** 300 offers a choice, and is a redirect where it also names the one to take. */
const isRedirect = ({ type, status, headers }: Response) =>
  type === 'opaqueredirect' || redirects.has(status) || (status === 300 && headers.has('location'))

/** Holds an answer against what its operation documents for its status. */
export function judgeAnswer({ response, json, responses, validate }: Answer): Verdict {
  const documented = responses.get(response.status)
  if (documented) return judgeBody(response, json, { documented, validate })
  if (isRedirect(response)) {
    return violation('redirect', 'an answer of the service itself', 'a redirect')
  }
  return { kind: 'undocumented' }
}

function judgeBody(
  response: Response,
  json: JsonText,
  { documented, validate }: { documented: ResponseValue; validate: Validation },
): Verdict {
  const { contentType, parse } = documented
  if (contentType === null) return { kind: 'documented', value: undefined, departures: [] }
  if (response.status >= 400) return judgeError(json, parse)
  if (json.bytes === 0) return violation('empty-body', contentType, 'no body')
  const received = mediaTypeOf(response)
  if (isHtml(received)) return violation('html-body', contentType, received)
  if (received !== '' && !isJson(received)) {
    return violation('wrong-content-type', contentType, received)
  }
  if (!json.ok) {
    const size = `${json.bytes} bytes of something else`
    return json.looksLikeHtml
      ? violation('html-body', contentType, 'HTML')
      : violation('invalid-json', 'one JSON value in UTF-8', size)
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
function judgeError(json: JsonText, parse: ResponseValue['parse']): Verdict {
  const without = (bodyProblem: string): Verdict => ({
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

function offSchema(issues: Issue[]): Violation {
  const count = `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`
  return violation('off-schema', 'a body as documented', count, issues)
}

const mediaTypeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase()

const isJson = (mediaType: string) => /^(application\/(.+\+)?json|text\/json)$/.test(mediaType)

const isHtml = (mediaType: string) => /^(text\/html|application\/xhtml\+xml)$/.test(mediaType)

const violation = (
  code: ProtocolErrorCode,
  expected: string,
  received: string,
  issues: Issue[] = [],
): Violation => ({ kind: 'violation', code, expected, received, issues })
