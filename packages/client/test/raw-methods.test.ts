import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/create-client.ts'
import { ClientError, createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { reply, startRawServer, startServer } from './start-server.ts'

const { path } = operations.listCountries

/** A client of a server with one fixed answer. */
async function serve(status: number, body: string, headers: Record<string, string> = {}) {
  const server = await startServer((response) => reply(response, status, { headers, body }))
  const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
  return { server, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** What a call throws. */
async function failure(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ClientError)
  return error as ClientError
}

describe('client.GET', () => {
  it('returns what openapi-fetch returns, and sends the key', async () => {
    await using served = await serve(200, bodies[200])
    const { data, error, response } = await served.client.GET(path)
    expect(data).toEqual(JSON.parse(bodies[200]))
    expect(error).toBeUndefined()
    expect(response.status).toBe(200)
    expect(served.server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
  })

  it.each([401, 403, 429] as const)('gives the error of a %i', async (status) => {
    await using served = await serve(status, bodies[status])
    const { data, error, response } = await served.client.GET(path)
    expect(data).toBeUndefined()
    expect(error).toEqual(JSON.parse(bodies[status]))
    expect(response.status).toBe(status)
  })

  it('gives the text of an undocumented error, as openapi-fetch does', async () => {
    await using served = await serve(500, 'down')
    const { error, response } = await served.client.GET(path)
    expect(error).toBe('down')
    expect(response.status).toBe(500)
  })

  it('retries, as the methods do', async () => {
    await using server = await startServer((response, number) =>
      reply(response, number < 3 ? 503 : 200, { body: bodies[200] }),
    )
    const options = { baseUrl: server.url, apiKey, timeoutMs: heldMs }
    const { data } = await assembleClient(options, new FakeTime()).GET(path)
    expect(data?.result).toHaveLength(JSON.parse(bodies[200]).result.length)
    expect(server.requests).toHaveLength(3)
  })

  const violations: [string, string, Record<string, string>][] = [
    ['invalid-json', bodies[200].slice(0, -5), {}],
    ['empty-body', '', {}],
    ['html-body', '<html>', { 'content-type': 'text/html' }],
    ['off-schema', '{}', {}],
  ]
  it.each(violations)('throws a ClientError with the code %s', async (code, body, headers) => {
    await using served = await serve(200, body, headers)
    const error = await failure(served.client.GET(path))
    expect(error).toMatchObject({ name: 'ClientError', code, result: { status: 'protocol-error' } })
    expect(error.message).toBe(error.result.message)
  })

  it('throws for an undocumented success that is not JSON, without quoting it', async () => {
    await using served = await serve(202, '<canary>')
    const error = await failure(served.client.GET(path))
    expect(error.code).toBe('unexpected-status')
    expect(error.message).not.toMatch(/canary/)
  })

  it('throws for a redirect, whatever parseAs is', async () => {
    await using served = await serve(302, '', { location: '/elsewhere' })
    for (const parseAs of ['json', 'text', 'stream'] as const) {
      expect((await failure(served.client.GET(path, { parseAs }))).code).toBe('redirect')
    }
    expect(served.server.requests.map(({ url }) => url)).toEqual([path, path, path])
  })

  it('throws with the cause of a network error', async () => {
    await using server = await startRawServer((socket) => socket.resetAndDestroy())
    const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
    const error = await failure(client.GET(path))
    expect(error.code).toBe('network-error')
    expect(error.cause).toBeInstanceOf(Error)
  })

  it('throws on a timeout and when the signal aborts', async () => {
    const time = new FakeTime()
    const controller = new AbortController()
    await using server = await startRawServer((_, number) =>
      number === 1 ? time.fire() : controller.abort('bored'),
    )
    const client = assembleClient({ baseUrl: server.url, apiKey, retries: 0 }, time)
    const call = () => client.GET(path, { timeoutMs: heldMs, signal: controller.signal })
    expect((await failure(call())).code).toBe('timeout')
    expect(await failure(call())).toMatchObject({ code: 'aborted', cause: 'bored' })
  })

  it('keeps the query out of messages', async () => {
    await using served = await serve(200, '<html>')
    const params = { query: { email: 'canary@example.com' } } as never
    const error = await failure(served.client.GET(path, { params }))
    expect(served.server.requests[0]?.url).toMatch(/canary/)
    expect(error.message).toMatch(new RegExp(`^GET ${served.server.url}${path} answered`))
    expect(error.message).not.toMatch(/canary/)
  })

  it('passes the body on as text or a stream if asked', async () => {
    await using served = await serve(200, 'no JSON')
    const text = await served.client.GET(path, { parseAs: 'text' })
    expect(text.data).toBe('no JSON')
    const stream = await served.client.GET(path, { parseAs: 'stream' })
    expect(await new Response(stream.data).text()).toBe('no JSON')
  })

  it("sends the caller's headers, and never another key", async () => {
    await using served = await serve(200, bodies[200])
    await served.client.GET(path, {
      headers: { traceparent: '00-1', accept: 'text/plain', authorization: 'Bearer other' },
    })
    const [request] = served.server.requests
    expect(request?.headers).toMatchObject({
      traceparent: '00-1',
      accept: 'text/plain',
      authorization: `Bearer ${apiKey}`,
    })
  })

  it.each(['baseUrl', 'fetch', 'Request', 'middleware'])('refuses %s in a call', async (name) => {
    await using elsewhere = await startServer((response) => reply(response, 200, {}))
    await using served = await serve(200, bodies[200])
    const call = served.client.GET(path, { [name]: elsewhere.url })
    await expect(call).rejects.toThrow(
      new TypeError(`Option ${name} cannot be changed by a call. Create another client.`),
    )
    expect(elsewhere.sockets).toHaveLength(0)
    expect(served.server.requests).toHaveLength(0)
  })

  it('accepts undefined for the options that it refuses', async () => {
    await using served = await serve(200, bodies[200])
    const init = { baseUrl: undefined, fetch: undefined, Request: undefined } as never
    expect((await served.client.GET(path, init)).data).toEqual(JSON.parse(bodies[200]))
  })

  it('refuses a path outside the contract', async () => {
    await using served = await serve(200, bodies[200])
    // @ts-expect-error the compiler knows the paths
    await expect(served.client.GET('/other')).rejects.toThrow(
      /^GET path is unknown\. Use one of the contract/,
    )
    expect(served.server.requests).toHaveLength(0)
  })
})
