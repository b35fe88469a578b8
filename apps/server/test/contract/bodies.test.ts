import { dial, exchangeBytes } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { bodyLimitBytes, createThings, startThings } from './start-things.ts'
import { thing } from './things-surface.ts'

const text = JSON.stringify(thing)
const withMember = (member: string) => `${text.slice(0, -1)},${member}}`
const nested = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`

const post = async (body: string | Uint8Array, headers: Record<string, string | string[]> = {}) => {
  const { app, given } = createThings()
  const { statusCode, body: answer } = await app.inject({
    method: 'POST',
    url: '/things',
    headers: { 'content-type': 'application/json', ...headers },
    payload: Buffer.from(body),
  })
  return { status: statusCode, ...JSON.parse(answer), given: given[0] }
}

describe('a body', () => {
  it('reaches the handler as the value that the parser accepted', async () => {
    expect((await post(text)).given).toEqual({ params: {}, query: {}, headers: {}, body: thing })
  })

  it.each([
    ['with parameters', 'application/json; charset=utf-8'],
    ['in another case', 'Application/JSON'],
  ])('is read if its type is given %s', async (_, type) => {
    expect((await post(text, { 'content-type': type })).status).toBe(201)
  })

  it.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a type with the same prefix', { 'content-type': 'application/json5' }],
    ['an invalid type', { 'content-type': 'json' }],
    ['an empty type', { 'content-type': '' }],
    ['two types on one line', { 'content-type': 'application/json, application/json' }],
    ['two lines of types', { 'content-type': ['application/json', 'application/json'] }],
    ['a content coding', { 'content-encoding': 'gzip' }],
  ])('is refused with 415 for %s', async (_, headers) => {
    expect(await post(text, headers)).toEqual({ status: 415, issues: [], given: undefined })
  })

  // The JSON parser has its own tests.
  const unreadable: [says: string, body: string | Uint8Array][] = [
    ['nothing', ''],
    ['a JSON text cut short', text.slice(0, -1)],
    ['the key __proto__', withMember('"__proto__":{"name":"x"}')],
    ['nesting beyond the limit', nested(constants.jsonDepthLimit)],
  ]
  it.each(unreadable)('is refused with 400 and no issues for %s', async (_, body) => {
    expect(await post(body)).toEqual({ status: 400, issues: [], given: undefined })
  })

  it.each<[says: string, body: string, path: string, keyword: string]>([
    ['another kind', 'null', '', 'type'],
    ['a missing field', text.replace('"name":"India",', ''), '/name', 'required'],
    ['an unknown field', withMember('"x/y":1'), '/x~1y', 'additionalProperties'],
    [
      'a name that every object has',
      withMember('"toString":1'),
      '/toString',
      'additionalProperties',
    ],
    ['a NUL', text.replace('India', 'In\\u0000dia'), '/name', 'pattern'],
    ['half a surrogate pair', text.replace('India', '\\ud83d'), '/name', 'pattern'],
    ['half a pair in a key', withMember('"\\ude00":1'), '/\ufffd', 'pattern'],
    ['nesting up to the limit', nested(constants.jsonDepthLimit - 1), '/uuid', 'required'],
  ])('is refused with 422 for %s, with its path', async (_, body, path, keyword) => {
    const { status, issues, given } = await post(body)
    expect([status, given]).toEqual([422, undefined])
    expect(issues).toContainEqual({ path, keyword, message: expect.any(String) })
  })

  const padded = (size: number) => text + ' '.repeat(size - Buffer.byteLength(text))
  it('may be as large as the limit, but no larger', async () => {
    expect((await post(padded(bodyLimitBytes))).status).toBe(201)
    expect(await post(padded(bodyLimitBytes + 1))).toMatchObject({ status: 413, issues: [] })
  })

  it('is refused without quoting more than 1,000 characters of a path', async () => {
    const { issues } = await post(withMember(`"${'~'.repeat(600)}\\u0000":1`))
    expect(issues).toHaveLength(1)
    expect(issues[0].path).toHaveLength(1_000)
  })

  it('is undefined if it is optional and missing', async () => {
    const { app, given } = createThings()
    const url = `/things/${thing.uuid}?dry=1`
    expect((await app.inject({ method: 'PATCH', url })).statusCode).toBe(204)
    expect(given).toEqual([
      { params: { 'thing:id': thing.uuid }, query: { dry: 1 }, headers: {}, body: undefined },
    ])
  })

  it('is refused after the parameters, which are read first', async () => {
    const { app } = createThings()
    const response = await app.inject({ method: 'PATCH', url: '/things/x?dry=1', payload: '{' })
    expect(response.json().issues[0].path).toBe('/path/thing:id')
  })

  it('is ignored if the operation takes none', async () => {
    const { app, given } = createThings()
    const response = await app.inject({
      method: 'POST',
      url: `/things/${thing.uuid}/revoke`,
      headers: { 'content-type': 'a/b/c' },
      payload: '{"a":',
    })
    expect(response.statusCode).toBe(200)
    expect(given[0]).toMatchObject({ body: undefined })
  })
})

describe('a body on the wire', () => {
  const head = (...lines: string[]) =>
    ['POST /things HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...lines, '', ''].join(
      '\r\n',
    )
  const statuses = (bytes: Buffer) => String(bytes).match(/HTTP\/1\.1 \d+/g)

  it('can come in chunks, and the connection serves the next request', async () => {
    const { url, given } = await startThings()
    const chunks = [...text].map((character) => `1\r\n${character}\r\n`).join('')
    const first = `${head('Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`
    const next = 'GET /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    expect(statuses(await exchangeBytes(url, first + next))).toEqual([
      'HTTP/1.1 201',
      'HTTP/1.1 200',
    ])
    expect(given.map(({ body }) => body)).toContainEqual(thing)
  })

  const chunk = `${bodyLimitBytes.toString(16)}\r\n${' '.repeat(bodyLimitBytes)}\r\n`
  it.each([
    ['its announced length is over the limit', head(`Content-Length: ${bodyLimitBytes + 1}`)],
    ['its chunks are over the limit', head('Transfer-Encoding: chunked') + chunk + chunk],
  ])('is refused with 413 as soon as %s', async (_, sent) => {
    const { url } = await startThings()
    const bytes = await exchangeBytes(url, sent, { onData: (socket) => socket.end() })
    expect(statuses(bytes)).toEqual(['HTTP/1.1 413'])
  })

  it.each([
    ['breaks', `${head('Transfer-Encoding: chunked')}zz\r\n`, 400],
    ['does not arrive', `${head('Content-Length: 10')}{`, 408],
  ])('gets one answer, from the HTTP server, if it %s', async (_, sent, status) => {
    const limits = { headersTimeoutMs: 100, requestTimeoutMs: 100, checkIntervalMs: 20 }
    const started = await startThings({ limits, checksResponses: true })
    const bytes = await exchangeBytes(started.url, sent)
    expect(statuses(bytes)).toEqual([`HTTP/1.1 ${status}`])
    expect(String(bytes)).toContain('"by":"server"')
    const { given, failures, undeclared } = started
    expect([given, failures, undeclared]).toEqual([[], [], []])
  })

  it.each([
    ['while it is read', false],
    ['before it is read', true],
  ])('causes no failure if its sender disconnects %s', async (_, waits) => {
    const landed = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { url, given, failures, undeclared } = await startThings({
      checksResponses: true,
      async onRequest({ raw, method }) {
        if (method !== 'POST') return
        raw.once('close', () => setImmediate(left.resolve))
        landed.resolve()
        if (waits) await left.promise
      },
    })
    const { socket } = dial(url)
    socket.write(`${head('Content-Length: 10')}{`)
    await landed.promise
    socket.resetAndDestroy()
    await left.promise
    expect((await fetch(`${url}/things`)).status).toBe(200)
    expect([failures, undeclared]).toEqual([[], []])
    expect(given).toHaveLength(1)
  })
})
