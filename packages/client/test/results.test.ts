import { imperfectAnswers } from '@partner-platform/fixtures/tables'
import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { ClientError, createClient } from '../src/index.ts'
import { type Answer, apiKey, bodies, listOf } from './exchange.ts'
import { startRawServer } from './start-server.ts'

const { path } = operations.listCountries
const url = `https://api.example${path}`
const limits = { 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=57;t=12' }

describe('a documented status', () => {
  it('2.2, 9.3, D-026 gives the data of a 200, even with a sunset date', async () => {
    const headers = { deprecation: '@1798761600', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' }
    const result = await listOf({ headers })
    expect(result).toMatchObject({ status: 200, ok: true, attempts: 1, rateLimit: null })
    expect(result).toHaveProperty('data', JSON.parse(bodies[200]))
    expect(result).not.toHaveProperty('error')
  })

  it.each([401, 403, 429] as const)(
    '4.1.errors gives the error, the request id and the unread response of a %i',
    async (status) => {
      const result = await listOf({ status, headers: { 'www-authenticate': 'Bearer' } })
      const error = JSON.parse(bodies[status])
      expect(result).toMatchObject({ status, ok: false, error, requestId: error.error.requestId })
      expect(result).not.toHaveProperty('data')
      expect(result.response?.headers.get('www-authenticate')).toBe('Bearer')
      expect(await result.response?.text()).toBe(bodies[status])
    },
  )

  it.each<[string, Answer, string]>([
    ['a 200', {}, '200'],
    ['a 401, before that of the envelope', { status: 401 }, '401'],
    ['an undocumented status', { status: 500, body: bodies[403] }, 'unexpected-status'],
    ['an answer that breaks the contract', { body: '{' }, 'protocol-error'],
    ['a body that is too large', { body: 'a'.repeat(200_000) }, 'protocol-error'],
  ])('D-016 gives the request id in the header of %s', async (_, answer, status) => {
    const headers = { 'x-request-id': 'req_of_header' }
    const result = await listOf({ ...answer, headers }, { bodyLimitBytes: 100_000 })
    expect([String(result.status), result.requestId]).toEqual([status, 'req_of_header'])
  })

  it.each([[{}], [{ 'x-request-id': '' }]])('D-016 gives no request id for %j', async (headers) => {
    expect(await listOf({ headers })).not.toHaveProperty('requestId')
  })

  it.each([200, 401, 403, 429])('8.2, D-015 gives the rate limit of a %i', async (status) => {
    expect((await listOf({ status, headers: limits })).rateLimit).toEqual({
      limit: 100,
      remaining: 57,
      resetSeconds: 12,
      windowSeconds: 60,
      policy: 'default',
      retryAfterSeconds: null,
    })
  })

  it.each(imperfectAnswers)('$rule $name is usable', async (row) => {
    const { status, headers, body, departs, bodyProblem } = row
    // A stream, because a response of no bytes takes no other body.
    const answer = {
      status,
      headers: { 'content-type': '', ...headers },
      body: new Blob([body]).stream(),
    }
    const result = await listOf(answer)
    expect(result.status).toBe(status)
    const departures = 'departures' in result ? result.departures : []
    expect([...new Set(departures.map(({ path }) => path))].sort()).toEqual(departs.toSorted())
    if (result.ok) {
      expect(result.data.result.every(({ currency }) => typeof currency === 'string')).toBe(true)
    } else if ('bodyProblem' in result) {
      expect(result.message).toMatch(new RegExp(`${status}.*API key`))
      if (bodyProblem === undefined) expect(result.bodyProblem).toBeNull()
      else expect(result.bodyProblem).toContain(bodyProblem)
      expect(result.error === null).toBe(bodyProblem !== undefined)
    }
  })

  const broken = new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) })
  it.each([
    [401, 'breaks off', broken, 'The body was cut off.'],
    [403, 'exceeds the limit', ' '.repeat(5_000), 'The body exceeds 4000 bytes.'],
  ])('7.%i decides, even if the body %s', async (status, _, body, bodyProblem) => {
    const result = await listOf({ status, body }, { bodyLimitBytes: 4_000 })
    expect(result).toMatchObject({ status, ok: false, error: null, bodyProblem })
  })
})

describe('an undocumented status', () => {
  it.each([201, 204, 300, 304, 400, 404, 418, 500])('7 returns a %i unchanged', async (status) => {
    const result = await listOf({ status })
    expect(result).toMatchObject({
      status: 'unexpected-status',
      ok: false,
      httpStatus: status,
      response: { status },
      message: `GET ${url} answered ${status}; the contract documents 200, 401, 403, 429. Look at response, and try later.`,
    })
  })

  it('D-016 gives the request id of an envelope, and keeps the body out of the message', async () => {
    const result = await listOf({ status: 500, body: bodies[403] })
    const { requestId, message } = JSON.parse(bodies[403]).error
    expect(result).toMatchObject({ status: 'unexpected-status', httpStatus: 500, requestId })
    expect('message' in result && result.message).not.toContain(message)
    expect(await result.response?.text()).toBe(bodies[403])
  })

  it.each([600, 999])('%i has no response, because Response rejects it', async (status) => {
    const server = await startStatusLine(Buffer.from(`${status} Odd`), bodies[403])
    const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
    const result = await client.listCountries()
    const { requestId } = JSON.parse(bodies[403]).error
    expect(result).toMatchObject({
      status: 'unexpected-status',
      httpStatus: status,
      requestId,
      message: `GET ${server.url}${path} answered ${status}; the contract documents 200, 401, 403, 429. Try later, and report it if it persists.`,
    })
    expect(result).not.toHaveProperty('response')
    for (const parseAs of ['json', 'text', 'stream'] as const) {
      const error = await client.GET(path, { parseAs }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ClientError)
      expect(error).toMatchObject({ code: 'unexpected-status', result: { httpStatus: status } })
    }
  })
})

describe('an answer that breaks the contract', () => {
  const page = '<!doctype html><title>canary</title>'
  const type = (text: string) => ({ headers: { 'content-type': text } })
  const rows: [string, string, Answer][] = [
    ['a page', 'html-body', { ...type('text/html; charset=utf-8'), body: ' '.repeat(200) + page }],
    ['a page that says it is JSON', 'html-body', { body: `\n${page}` }],
    ['a page that says it is text', 'html-body', { ...type('text/plain'), body: page }],
    ['text that says it is a page', 'wrong-content-type', { ...type('text/html'), body: 'no' }],
    [
      'XML',
      'wrong-content-type',
      { ...type('application/xml'), body: '<?xml version="1.0"?><a/>' },
    ],
    ['plain text', 'wrong-content-type', { ...type('text/plain'), body: 'all is well' }],
    ['an empty 200', 'empty-body', { body: new Blob([]) }],
    ['JSON cut short', 'invalid-json', { body: bodies[200].slice(0, -20) }],
    ['two JSON values', 'invalid-json', { body: bodies[200] + bodies[200] }],
    ['another shape', 'off-schema', { body: '{"status":true,"result":"canary"}' }],
    ['null', 'off-schema', { body: 'null' }],
  ]
  it.each(rows)('%s is %s', async (_, code, answer) => {
    const result = await listOf(answer)
    expect(result).toMatchObject({ status: 'protocol-error', ok: false, code, httpStatus: 200 })
    expect('message' in result && result.message).not.toMatch(/canary/)
  })

  it('4.1.success takes JSON of any media type, and names it as a departure', async () => {
    const result = await listOf({ ...type('text/plain;charset=UTF-8'), body: bodies[200] })
    expect(result).toMatchObject({ status: 200, ok: true })
    const departures = result.status === 200 ? result.departures : []
    expect(departures).toMatchObject([{ path: '', message: 'Content-Type is text/plain' }])
  })

  it.each([
    [
      'the place in the body',
      {},
      { body: bodies[200].replace('"result"', '"results"') },
      '/result',
    ],
    ['another media type, if strict', 'strict', type('text/json'), ''],
    ['the media type of a page, if strict', 'strict', type('text/html'), ''],
    ['a byte order mark, if strict', 'strict', { body: `\uFEFF${bodies[200]}` }, ''],
  ])('4.1 names %s', async (_, strict, answer, place) => {
    const options = strict === 'strict' ? ({ validateResponses: 'strict' } as const) : {}
    const issues = [expect.objectContaining({ path: place })]
    expect(await listOf(answer, options)).toMatchObject({ code: 'off-schema', issues })
  })

  it('is passed on if validateResponses is off and it is JSON', async () => {
    const off = { validateResponses: 'off' } as const
    const result = await listOf({ ...type('text/html'), body: '{"results":[]}' }, off)
    expect(result).toMatchObject({ status: 200, ok: true, data: { results: [] } })
    expect(await listOf({ body: '{' }, off)).toMatchObject({ code: 'invalid-json' })
  })

  const location = { location: 'https://elsewhere.example' }
  it.each<[number, Record<string, string>]>([
    [300, location],
    [301, location],
    ...[301, 302, 303, 307, 308].map((status): [number, Record<string, string>] => [status, {}]),
  ])('is a redirect with %i and %j', async (status, headers) => {
    const result = await listOf({ status, headers })
    expect(result).toMatchObject({ status: 'protocol-error', code: 'redirect', httpStatus: status })
  })

  it('is a redirect that a browser hides', async () => {
    const hidden = new Response(null)
    Object.defineProperties(hidden, {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    const result = await listOf({}, { fetch: async () => hidden })
    expect(result).toMatchObject({ status: 'protocol-error', code: 'redirect', httpStatus: 0 })
    expect(result).not.toHaveProperty('response')
  })
})

describe('a reason phrase', () => {
  it.each([
    ['that is absent', '200', ''],
    ['beyond ASCII', '200 Tr\u00e8s bien', 'Tr\u00e8s bien'],
    ['beyond U+00FF', '200 \u7ed3\u679c', ''],
    ['with a control byte', '200 a\u0001b', ''],
    ['with DEL', '200 a\u007fb', ''],
  ])('%s makes no method reject', async (_, statusLine, statusText) => {
    const server = await startStatusLine(Buffer.from(statusLine), bodies[200])
    const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
    const result = await client.listCountries()
    expect(result).toMatchObject({ status: 200, ok: true, response: { statusText } })
    expect((await client.GET(path)).data).toEqual(JSON.parse(bodies[200]))
  })
})

/** Answers each request with a status line of exactly these bytes. */
const startStatusLine = (statusLine: Buffer, body: string) =>
  startRawServer((socket) => {
    socket.write(Buffer.concat([Buffer.from('HTTP/1.1 '), statusLine, Buffer.from('\r\n')]))
    socket.end(`Content-Type: application/json\r\nConnection: close\r\n\r\n${body}`)
  })
