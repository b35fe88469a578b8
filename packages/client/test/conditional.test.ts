import type { IncomingMessage, ServerResponse } from 'node:http'
import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/create-client.ts'
import { type Client, createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { reply, startServer } from './start-server.ts'

const etag = '"3a7bd3e2"'
const headers = {
  etag,
  'x-request-id': 'req_1',
  'ratelimit-policy': '"default";q=100;w=60',
  ratelimit: '"default";r=57;t=12',
}

/** Calls a server; gives the result and the requests that arrived. */
async function ask<T>(
  answer: (response: ServerResponse, number: number) => void,
  call: (client: Client) => Promise<T>,
): Promise<{ result: T; requests: IncomingMessage[] }> {
  await using server = await startServer(answer)
  const result = await call(createClient({ baseUrl: server.url, apiKey, retries: 0 }))
  return { result, requests: server.requests }
}

const listed = (response: ServerResponse) => reply(response, 200, { headers, body: bodies[200] })
const notModified = (response: ServerResponse) => {
  response.writeHead(304, headers)
  response.end()
}

describe('D-022 a call with an entity tag', () => {
  it('gets 304 with headers only if the tag is still current', async () => {
    const call = (client: Client) => client.listCountries({ ifNoneMatch: etag })
    const { result, requests } = await ask(notModified, call)
    expect(result).toMatchObject({ status: 304, ok: false, attempts: 1, etag, requestId: 'req_1' })
    expect(result).not.toHaveProperty('data')
    expect(result).not.toHaveProperty('error')
    expect(result.rateLimit).toMatchObject({ limit: 100, remaining: 57 })
    expect(result.response?.headers.get('etag')).toBe(etag)
    expect(requests.map((request) => request.headers['if-none-match'])).toEqual([etag])
  })

  it('gets the data if it is not', async () => {
    const call = (client: Client) => client.listCountries({ ifNoneMatch: '"0"' })
    expect((await ask(listed, call)).result).toMatchObject({ status: 200, ok: true, etag })
  })

  it('takes the etag of a result unchanged', async () => {
    const { result, requests } = await ask(
      (response, number) => (number === 1 ? listed(response) : notModified(response)),
      async (client) => {
        const first = await client.listCountries()
        return [first, await client.listCountries({ ifNoneMatch: first.etag })]
      },
    )
    expect(result.map(({ status }) => status)).toEqual([200, 304])
    expect(requests.map((request) => request.headers['if-none-match'])).toEqual([undefined, etag])
  })

  it('sends it on every attempt', async () => {
    await using server = await startServer((response, number) =>
      number < 3 ? reply(response, 503, {}) : notModified(response),
    )
    const options = { baseUrl: server.url, apiKey, timeoutMs: heldMs }
    const client = assembleClient(options, new FakeTime())
    const result = await client.listCountries({ ifNoneMatch: etag })
    expect(result).toMatchObject({ status: 304, attempts: 3 })
    expect(server.requests.map((request) => request.headers['if-none-match'])).toEqual([
      ...[etag, etag, etag],
    ])
  })

  it.each(['"a"', 'W/"a"'])('takes %s', async (ifNoneMatch) => {
    const call = (client: Client) => client.listCountries({ ifNoneMatch })
    const { requests } = await ask(notModified, call)
    expect(requests[0]?.headers['if-none-match']).toBe(ifNoneMatch)
  })

  it.each([
    ['null', null],
    ['a number', 304],
    ['nothing', ''],
    ['no quotes', 'CANARY'],
    ['two tags', '"a", "CANARY"'],
    ['a star', '*'],
    ['a line end', '"CANARY"\r\nx: y'],
    ['more than ASCII', '"CANARY\u00e9"'],
  ])('rejects %s with a TypeError, and sends nothing', async (_, ifNoneMatch) => {
    const { result, requests } = await ask(listed, (client) =>
      client.listCountries({ ifNoneMatch: ifNoneMatch as string }).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(result).toBeInstanceOf(TypeError)
    const { message } = result as TypeError
    expect(message).toMatch(
      /^Option ifNoneMatch is not an entity tag in double quotes\. Pass the etag .+, not /,
    )
    expect(message).not.toContain('CANARY')
    expect(requests).toEqual([])
  })
})

describe('D-022 a call without an entity tag', () => {
  it.each([
    ['no options', undefined],
    ['undefined', { ifNoneMatch: undefined }],
  ])('sends none, and treats a 304 as unexpected: %s', async (_, options) => {
    const { result, requests } = await ask(notModified, (client) => client.listCountries(options))
    expect(result).toMatchObject({ status: 'unexpected-status', ok: false, httpStatus: 304 })
    expect('message' in result && result.message).toContain(
      'answered 304; the contract documents 200, 401, 403, 429.',
    )
    expect(requests[0]?.headers).not.toHaveProperty('if-none-match')
  })

  it.each([
    ['no tag', {}],
    ['a tag that cannot be sent back', { etag: 'CANARY' }],
  ])('has no etag if the answer has %s', async (_, lines) => {
    const answer = (response: ServerResponse) =>
      reply(response, 200, { headers: lines, body: bodies[200] })
    expect((await ask(answer, (client) => client.listCountries())).result).not.toHaveProperty(
      'etag',
    )
  })
})

describe('D-022 client.GET', () => {
  const { path } = operations.listCountries
  const params = { header: { 'If-None-Match': etag } }

  it('takes the header, and returns a 304 without throwing', async () => {
    const { result, requests } = await ask(notModified, (client) => client.GET(path, { params }))
    expect(result.response.status).toBe(304)
    expect(result.data).toBeUndefined()
    expect(requests[0]?.headers['if-none-match']).toBe(etag)
  })
})
