import { operations } from '@partner-platform/types'
import {
  isRateLimitPolicySent,
  isRateLimitSent,
  parseErrorResponseSent,
} from '@partner-platform/validators'
import { expect } from 'vitest'
import { checkResponse } from '../src/contract/check-response.ts'
import type { WireResponse } from './wire.ts'

// As the server reads it: a path that starts with two slashes is no host.
const pathnameOf = (path: string) =>
  new URL(/^https?:/.test(path) ? path : `http://server.test${path}`).pathname

const operationOf = (method: string, path: string) =>
  Object.values(operations).find((one) => one.method === method && one.path === pathnameOf(path))

/** Holds a response to what the contract says of every one: rate-limit headers, envelope of errors. */
export function judgeAny(response: WireResponse, isHead: boolean): void {
  expect(isRateLimitPolicySent(response.header('RateLimit-Policy')), 'RateLimit-Policy').toBe(true)
  expect(isRateLimitSent(response.header('RateLimit')), 'RateLimit').toBe(true)
  if (response.status < 400 || isHead) return
  const { status: statusCode, text } = response
  expect(parseErrorResponseSent(JSON.parse(text))).toMatchObject({
    ok: true,
    value: { statusCode },
  })
}

/** Holds the response to a call of an operation to the document entirely. */
export function judge(asked: { method: string; path: string }, response: WireResponse): void {
  const operation = operationOf(asked.method, asked.path)
  if (!operation || !(String(response.status) in operation.responses)) return
  const headers = Object.fromEntries(
    response.lines.map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { status, text } = response
  expect(checkResponse(operation, { status, headers, body: text }), text.slice(0, 200)).toBeNull()
}
