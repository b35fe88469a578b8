import { operations } from '@partner-platform/types'
import {
  isRateLimitPolicySent,
  isRateLimitSent,
  parseErrorResponseSent,
  responseParsers,
} from '@partner-platform/validators'
import { expect } from 'vitest'
import { checkResponse } from '../src/contract/check-response.ts'

type Judged = {
  status: number
  lines: [string, string][]
  header(name: string): string | undefined
  text: string
}

// Like the server, does not read a path that starts with two slashes as a host.
const pathnameOf = (path: string) =>
  new URL(/^https?:/.test(path) ? path : `http://server.test${path}`).pathname

const operationOf = (method: string, path: string) =>
  Object.values(operations).find((one) => one.method === method && one.path === pathnameOf(path))

/**
 * Checks what every response must have: rate-limit headers, a request id, `WWW-Authenticate` on 401,
 * `Retry-After` on 429 and 503, and the error envelope with the same id.
 */
export function judgeAny(response: Judged, isHead: boolean): void {
  const { status: statusCode, text, header } = response
  expect(isRateLimitPolicySent(header('RateLimit-Policy')), 'RateLimit-Policy').toBe(true)
  expect(isRateLimitSent(header('RateLimit')), 'RateLimit').toBe(true)
  const requestId = header('X-Request-Id')
  expect(requestId, 'X-Request-Id').toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(header('Retry-After') !== undefined, 'Retry-After').toBe([429, 503].includes(statusCode))
  expect(header('WWW-Authenticate') !== undefined, 'WWW-Authenticate').toBe(statusCode === 401)
  if (statusCode < 400 || isHead) return
  expect(header('Content-Type')).toBe('application/json')
  expect(parseErrorResponseSent(JSON.parse(text))).toMatchObject({
    ok: true,
    value: { statusCode, error: { requestId } },
  })
}

/** Checks the response to a call of an operation against the document. */
export function judge(asked: { method: string; path: string }, response: Judged): void {
  const operation = operationOf(asked.method, asked.path)
  if (!operation || !(String(response.status) in operation.responses)) return
  const headers = Object.fromEntries(
    response.lines.map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { status, text } = response
  const body = text === '' ? null : text
  const problem = checkResponse(operation, { status, headers, body }, { responseParsers })
  expect(problem, text.slice(0, 200)).toBeNull()
}
