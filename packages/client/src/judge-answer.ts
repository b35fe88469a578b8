import type { Issue } from '@partner-platform/validators'
import type { ProtocolErrorCode } from './errors.ts'
import type { ResponseValue } from './operation-value.ts'
import type { JsonText } from './parse-json.ts'

/** What an answer is under the contract. */
export type Verdict = { kind: 'documented'; value: unknown } | { kind: 'undocumented' } | Violation

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
  validate: boolean
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
  { documented, validate }: { documented: ResponseValue; validate: boolean },
): Verdict {
  const { contentType, parse } = documented
  if (contentType === null) return { kind: 'documented', value: undefined }
  if (json.bytes === 0) return violation('empty-body', contentType, 'no body')
  const received = mediaTypeOf(response)
  if (received !== contentType) {
    const code = isHtml(received) ? 'html-body' : 'wrong-content-type'
    return violation(code, contentType, received || 'no content type')
  }
  if (!json.ok) {
    const size = `${json.bytes} bytes of something else`
    return json.looksLikeHtml
      ? violation('html-body', contentType, 'HTML')
      : violation('invalid-json', 'one JSON value in UTF-8', size)
  }
  const parsed = validate ? parse(json.value) : { ok: true as const }
  if (parsed.ok) return { kind: 'documented', value: json.value }
  const count = `${parsed.issues.length} ${parsed.issues.length === 1 ? 'issue' : 'issues'}`
  return violation('off-schema', 'a body as documented', count, parsed.issues)
}

const mediaTypeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase()

const isHtml = (mediaType: string) => /^(text\/html|application\/xhtml\+xml)$/.test(mediaType)

const violation = (
  code: ProtocolErrorCode,
  expected: string,
  received: string,
  issues: Issue[] = [],
): Violation => ({ kind: 'violation', code, expected, received, issues })
