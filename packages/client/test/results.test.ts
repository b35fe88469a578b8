import type { ServerResponse } from 'node:http'
import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { bodies } from './answers.ts'
import { exchange } from './exchange.ts'
import { reply } from './start-server.ts'

const success = (response: ServerResponse) => reply(response, 200, { body: bodies[200] })

describe('documented status', () => {
  it('2.2 gives the data of a 200', async () => {
    const { result } = await exchange(success)
    expect(result).toMatchObject({ status: 200, ok: true, attempts: 1 })
    expect(result).toHaveProperty('data', JSON.parse(bodies[200]))
    expect(result).not.toHaveProperty('error')
  })

  it('9.3, D-026 reads an answer with a sunset date like any other', async () => {
    const headers = { deprecation: '@1798761600', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' }
    const { result } = await exchange((response) =>
      reply(response, 200, { headers, body: bodies[200] }),
    )
    expect(result).toMatchObject({ status: 200, ok: true, attempts: 1 })
    expect(result).toHaveProperty('data', JSON.parse(bodies[200]))
  })

  it.each([401, 403, 429] as const)(
    '4.1.errors gives the error and the request id of a %i',
    async (status) => {
      const { result } = await exchange((response) =>
        reply(response, status, { body: bodies[status] }),
      )
      const error = JSON.parse(bodies[status])
      expect(result).toMatchObject({ status, ok: false, error, requestId: error.error.requestId })
      expect(result).not.toHaveProperty('data')
    },
  )

  it.each([200, 401, 403, 429, 500] as const)(
    'D-016 gives the request id of the header of a %i, before that of an envelope',
    async (status) => {
      const headers = { 'x-request-id': 'req_of_header' }
      const body = status === 500 ? bodies[403] : bodies[status]
      const { result } = await exchange((response) => reply(response, status, { headers, body }))
      expect(result.requestId).toBe('req_of_header')
    },
  )

  it.each([
    ['an answer out of contract', { body: '{' }],
    ['a body that is too large', { body: 'a'.repeat(2_000) }],
  ])('D-016 gives the request id of %s', async (_says, answer) => {
    const headers = { 'x-request-id': 'req_of_header' }
    const { result } = await exchange((response) => reply(response, 200, { headers, ...answer }), {
      bodyLimitBytes: 1_000,
    })
    expect(result).toMatchObject({ status: 'protocol-error', requestId: 'req_of_header' })
  })

  it.each([[{}], [{ 'x-request-id': '' }]])(
    'D-016 gives no request id if there is none: %j',
    async (headers) => {
      const { result } = await exchange((response) =>
        reply(response, 200, { headers, body: bodies[200] }),
      )
      expect(result).not.toHaveProperty('requestId')
    },
  )

  it('8.2 gives the rate limit with every status', async () => {
    const headers = { 'rateLimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=57;t=12' }
    for (const status of [200, 401, 403, 429] as const) {
      const { result } = await exchange((response) =>
        reply(response, status, { headers, body: bodies[status] }),
      )
      expect(result.rateLimit, String(status)).toEqual({
        ...{ limit: 100, remaining: 57, resetSeconds: 12, windowSeconds: 60 },
        ...{ policy: 'default', retryAfterSeconds: null },
      })
    }
  })

  it('D-015 gives no rate limit if no header has one', async () => {
    expect((await exchange(success)).result.rateLimit).toBeNull()
  })

  it('gives the response with its body unread', async () => {
    const { result } = await exchange((response) =>
      reply(response, 401, { headers: { 'www-authenticate': 'Bearer' }, body: bodies[401] }),
    )
    expect(result.response?.headers.get('www-authenticate')).toBe('Bearer')
    expect(await result.response?.text()).toBe(bodies[401])
  })
})

describe('undocumented status', () => {
  it.each([201, 204, 304, 400, 404, 418, 500])('7 returns a %i unchanged', async (status) => {
    const { result, url } = await exchange((response) => reply(response, status, {}))
    expect(result).toMatchObject({ status: 'unexpected-status', ok: false, httpStatus: status })
    expect('message' in result && result.message).toBe(
      `GET ${url}${operations.listCountries.path} answered ${status}; the contract documents 200, 401, 403, 429. Look at response, and try later.`,
    )
    expect(result.response?.status).toBe(status)
  })

  it('D-016 gives the request id of an envelope, and keeps the body out of the message', async () => {
    const { result } = await exchange((response) => reply(response, 500, { body: bodies[403] }))
    const { requestId, message } = JSON.parse(bodies[403]).error
    expect(result).toMatchObject({ status: 'unexpected-status', httpStatus: 500, requestId })
    expect('message' in result && result.message).not.toContain(message)
    expect(await result.response?.text()).toBe(bodies[403])
  })
})

describe('answer out of contract', () => {
  const page = '<!doctype html><title>canary</title>'
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const json = { 'content-type': 'application/json' }
  const rows: [string, string, number, { headers?: Record<string, string>; body?: string }][] = [
    ['a page', 'html-body', 200, { headers: html, body: page }],
    ['a page that says it is JSON', 'html-body', 200, { headers: json, body: `\n${page}` }],
    [
      'plain text',
      'wrong-content-type',
      200,
      { headers: { 'content-type': 'text/plain' }, body: bodies[200] },
    ],
    ['an empty 200', 'empty-body', 200, {}],
    ['an empty 200 without a type', 'empty-body', 200, { headers: { 'content-type': '' } }],
    ['JSON cut short', 'invalid-json', 200, { body: bodies[200].slice(0, -20) }],
    ['two JSON values', 'invalid-json', 200, { body: bodies[200] + bodies[200] }],
    [
      'another shape',
      'off-schema',
      200,
      { body: '{"status":true,"statusCode":200,"result":"canary"}' },
    ],
    ['null', 'off-schema', 200, { body: 'null' }],
  ]
  it.each(rows)('calls %s %s', async (_, code, status, answer) => {
    const { result } = await exchange((response) => reply(response, status, answer))
    expect(result).toMatchObject({ status: 'protocol-error', ok: false, code, httpStatus: status })
    expect('message' in result && result.message).not.toMatch(/canary/)
  })

  it('calls bytes that are not UTF-8 invalid-json', async () => {
    const body = Buffer.from(bodies[200].replace('name', 'n\u00e4me'), 'latin1')
    const { result } = await exchange((response) => reply(response, 200, { body }))
    expect(result).toMatchObject({ status: 'protocol-error', code: 'invalid-json' })
  })

  it('accepts a media type with parameters and in any case', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    const { result } = await exchange((response) =>
      reply(response, 200, { headers, body: bodies[200] }),
    )
    expect(result.status).toBe(200)
  })

  it('says where the body breaks the contract', async () => {
    const body = bodies[200].replace('"result"', '"results"')
    const { result } = await exchange((response) => reply(response, 200, { body }))
    const issue = expect.objectContaining({ path: '/result', keyword: 'required' })
    expect(result).toMatchObject({ code: 'off-schema', issues: [issue] })
  })

  it('passes the same body on if validateResponses is off', async () => {
    const body = '{"results":[]}'
    const { result } = await exchange((response) => reply(response, 200, { body }), {
      validateResponses: 'off',
    })
    expect(result).toMatchObject({ status: 200, ok: true, data: { results: [] } })
  })

  it('refuses what is not JSON even if validateResponses is off', async () => {
    const { result } = await exchange((response) => reply(response, 200, { body: '{' }), {
      validateResponses: 'off',
    })
    expect(result).toMatchObject({ status: 'protocol-error', code: 'invalid-json' })
  })
})
