import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { ClientError } from '../src/index.ts'
import { type Answer, apiKey, bodies, clientOf } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'

const { path } = operations.listCountries

/** What a call throws. */
async function failure(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ClientError)
  return error as ClientError
}

describe('client.GET', () => {
  it('returns what openapi-fetch returns, sends the key, and retries', async () => {
    const { client, requests } = clientOf([{ status: 503 }, {}], { retries: 1 })
    const { data, error, response } = await client.GET(path)
    expect(data).toEqual(JSON.parse(bodies[200]))
    expect(error).toBeUndefined()
    expect(response.status).toBe(200)
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      ...[`Bearer ${apiKey}`, `Bearer ${apiKey}`],
    ])
  })

  it('D-026 gives the data of the method, without rows that it leaves out', async () => {
    const [row] = JSON.parse(bodies[200]).result
    const body = JSON.stringify({ result: [row, null, { ...row, currency: null }] })
    const { client } = clientOf({ body })
    const { data } = await client.GET(path)
    expect(data).toEqual({ result: [row] })
    expect(await client.listCountries()).toMatchObject({ status: 200, data })
    const asText = await client.GET(path, { parseAs: 'text' })
    expect(asText.data).toBe(body)
    const unchecked = clientOf({ body }, { validateResponses: 'off' }).client
    expect((await unchecked.GET(path)).data).toEqual(JSON.parse(body))
  })

  it.each<[Answer, unknown]>([
    ...([401, 403, 429] as const).map((status): [Answer, unknown] => [
      ...([{ status }, JSON.parse(bodies[status])] as const),
    ]),
    [{ status: 401, body: new Blob([]) }, ''],
    [{ status: 401, body: new Blob([]), headers: { 'content-length': '0' } }, undefined],
    [{ status: 500, body: 'down' }, 'down'],
  ])('gives the error of %o', async (answer, want) => {
    const { data, error, response } = await clientOf(answer).client.GET(path)
    expect([data, error, response.status]).toEqual([undefined, want, answer.status])
  })

  it.each<[string, Answer]>([
    ['invalid-json', { body: bodies[200].slice(0, -5) }],
    ['empty-body', { body: new Blob([]) }],
    ['html-body', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['off-schema', { body: '{}' }],
    ['unexpected-status', { status: 202, body: '<canary>' }],
  ])('throws a ClientError with the code %s', async (code, answer) => {
    const error = await failure(clientOf(answer).client.GET(path))
    expect(error).toMatchObject({ name: 'ClientError', code, message: error.result.message })
    expect(error.message).not.toMatch(/canary/)
  })

  it('throws for a redirect, whatever parseAs is', async () => {
    const { client } = clientOf({ status: 302, headers: { location: '/elsewhere' } })
    for (const parseAs of ['json', 'text', 'stream'] as const) {
      expect((await failure(client.GET(path, { parseAs }))).code).toBe('redirect')
    }
  })

  it('throws on a network error, a timeout and an aborted signal', async () => {
    const cause = new TypeError('fetch failed')
    const broken = clientOf({}, { fetch: () => Promise.reject(cause) })
    expect(await failure(broken.client.GET(path))).toMatchObject({ code: 'network-error', cause })
    const time = new FakeTime()
    const { client } = clientOf({}, { time, fetch: () => new Promise(() => {}) })
    const late = failure(client.GET(path, { timeoutMs: heldMs }))
    setImmediate(() => time.fire())
    expect((await late).code).toBe('timeout')
    const aborted = client.GET(path, { signal: AbortSignal.abort('bored') })
    expect(await failure(aborted)).toMatchObject({ code: 'aborted', cause: 'bored' })
  })

  it('keeps the query out of messages', async () => {
    const { client, requests } = clientOf({ body: '<html>' })
    const params = { query: { email: 'canary@example.com' } } as never
    const error = await failure(client.GET(path, { params }))
    expect(requests[0]?.url).toMatch(/canary/)
    expect(error.message).toMatch(new RegExp(`^GET https://api.example${path} answered`))
    expect(error.message).not.toMatch(/canary/)
  })

  it('passes the body on as text or a stream if asked', async () => {
    const { client } = clientOf({ body: 'no JSON' })
    expect((await client.GET(path, { parseAs: 'text' })).data).toBe('no JSON')
    const stream = await client.GET(path, { parseAs: 'stream' })
    expect(await new Response(stream.data).text()).toBe('no JSON')
  })

  it("sends the caller's headers, and never another key", async () => {
    const { client, requests } = clientOf({})
    const headers = { traceparent: '00-1', accept: 'text/plain' }
    await client.GET(path, { headers: { ...headers, authorization: 'Bearer other' } })
    const sent = Object.fromEntries(requests[0]?.headers ?? [])
    expect(sent).toMatchObject({ ...headers, authorization: `Bearer ${apiKey}` })
  })

  it.each(['baseUrl', 'fetch', 'Request', 'middleware'])('refuses %s in a call', async (name) => {
    const { client, requests } = clientOf({})
    const call = client.GET(path, { [name]: 'https://elsewhere.example' })
    await expect(call).rejects.toThrow(
      new TypeError(`Option ${name} cannot be changed by a call. Create another client.`),
    )
    expect(requests).toHaveLength(0)
    const absent = await client.GET(path, { [name]: undefined } as never)
    expect(absent.data).toEqual(JSON.parse(bodies[200]))
  })

  it('refuses a path outside the contract', async () => {
    const { client, requests } = clientOf({})
    // @ts-expect-error the compiler knows the paths
    await expect(client.GET('/other')).rejects.toThrow(/^GET path is unknown\. Use a path of the/)
    expect(requests).toHaveLength(0)
  })
})
