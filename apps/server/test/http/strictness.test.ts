import { connect } from 'node:net'
import { httpLimits as limits } from '@partner-platform/settings'
import { describe, expect, it } from 'vitest'
import { countriesPath, createTestClock, startServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

const envelopeOf = (text: string) => JSON.parse(text).error

describe('requests that are no call of an operation', () => {
  it.each([
    { says: 'an unknown path', request: { path: '/nothing' }, status: 404, code: 'not_found' },
    {
      says: 'the path with a slash',
      request: { path: `${countriesPath}/` },
      status: 404,
      code: 'not_found',
    },
    {
      says: 'the path in capitals',
      request: { path: countriesPath.toUpperCase() },
      status: 404,
      code: 'not_found',
    },
    {
      says: 'a path that does not decode',
      request: { path: '/%zz' },
      status: 400,
      code: 'bad_request',
    },
    {
      says: 'a long URL',
      request: { path: `/${'a'.repeat(limits.urlCharacters)}` },
      status: 414,
      code: 'uri_too_long',
    },
    {
      says: 'large headers',
      request: { headers: [['x-pad', 'a'.repeat(limits.headerBytes)]] as const },
      status: 431,
      code: 'header_fields_too_large',
    },
    {
      says: 'an expectation',
      request: { headers: [['Expect', 'a-lot']] as const },
      status: 417,
      code: 'expectation_failed',
    },
    {
      says: 'a body for an unknown path',
      request: {
        method: 'POST',
        path: '/x',
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Length', '1'],
        ] as const,
        body: '{',
      },
      status: 404,
      code: 'not_found',
    },
  ])('D-016 answers $says with $status in the envelope', async ({ request, status, code }) => {
    const { ask } = await startServer()
    const response = await ask(request)
    expect(response.status).toBe(status)
    expect(response.header('Content-Type')).toBe('application/json')
    expect(envelopeOf(response.text)).toMatchObject({
      code,
      requestId: expect.stringMatching(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
    })
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
    'RFC 9110 answers %s on the path with 405 and the methods that it has',
    async (method) => {
      const { ask } = await startServer()
      const response = await ask({ method, path: countriesPath })
      expect(response.status).toBe(405)
      expect(response.header('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(envelopeOf(response.text).code).toBe('method_not_allowed')
    },
  )

  it('RFC 9110 answers HEAD like GET, without the body', async () => {
    const { ask, bearer } = await startServer()
    const [got, head] = [
      await ask({ path: countriesPath, headers: bearer }),
      await ask({ method: 'HEAD', path: countriesPath, headers: bearer }),
    ]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.header('Content-Length')).toBe(String(Buffer.byteLength(got.text)))
    expect(head.header('ETag')).toBe(got.header('ETag'))
    expect(head.header('RateLimit')).toBe('"default";r=98;t=60')
  })

  it('5.4 refuses HEAD without a key, without a body', async () => {
    const { ask } = await startServer()
    const response = await ask({ method: 'HEAD', path: countriesPath })
    expect(response.status).toBe(401)
    expect(response.text).toBe('')
  })

  it('4.1.requestBody answers a call that brings a body, and does not read it as anything', async () => {
    const { ask, bearer } = await startServer()
    const headers = [
      ...bearer,
      ['Content-Length', '5'],
      ['Content-Type', 'application/json'],
    ] as const
    const response = await ask({ path: countriesPath, headers, body: '{"a":' })
    expect(response.status).toBe(200)
  })
})

describe('requests that are not HTTP', () => {
  const call = `GET ${countriesPath} HTTP/1.1\r\n`

  it.each([
    { says: 'no request at all', bytes: 'hello\r\n\r\n' },
    { says: 'two Host headers', bytes: `${call}Host: a.test\r\nHost: a.test\r\n\r\n` },
    { says: 'no Host header', bytes: `${call}Connection: close\r\n\r\n` },
    { says: 'a line without a colon', bytes: `${call}Host: a.test\r\nnocolon\r\n\r\n` },
    { says: 'a space before the colon', bytes: `${call}Host: a.test\r\nx-api-key : a\r\n\r\n` },
    { says: 'a folded header', bytes: `${call}Host: a.test\r\nx-a: b\r\n c\r\n\r\n` },
    { says: 'a NUL in a header', bytes: `${call}Host: a.test\r\nx-a: b\0c\r\n\r\n` },
    {
      says: 'two lengths',
      bytes: `${call}Host: a.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    },
    {
      says: 'a length and chunks',
      bytes: `${call}Host: a.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    },
    {
      says: 'a length that is no number',
      bytes: `${call}Host: a.test\r\nContent-Length: +1\r\n\r\na`,
    },
    { says: 'HTTP 3', bytes: `GET ${countriesPath} HTTP/3.0\r\nHost: a.test\r\n\r\n` },
    {
      says: 'a method that is none',
      bytes: `GOT ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n\r\n`,
    },
  ])('D-016 answers $says with 400 in the envelope and closes', async ({ bytes }) => {
    const { url, logs } = await startServer()
    const [response, ...others] = await exchange(url, bytes)
    expect(others).toEqual([])
    if (!response) throw new Error('Expected a response.')
    expect(response.status).toBe(400)
    expect(response.header('Connection')).toBe('close')
    expect(envelopeOf(response.text).code).toBe('bad_request')
    expect(logs.join('')).toContain(envelopeOf(response.text).requestId)
  })

  it('D-016 answers CONNECT with 405', async () => {
    const { url } = await startServer()
    const [response] = await exchange(url, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n')
    expect(response?.status).toBe(405)
    expect(response?.header('RateLimit')).toBe('"default";r=100;t=60')
  })

  it('answers the calls that are in flight before the garbage behind them closes the connection', async () => {
    const { keys, key } = await startServer()
    const waiting: (() => void)[] = []
    const slow = {
      ...keys,
      async find(sha256: string) {
        const turn = new Promise<void>((resolve) => waiting.push(resolve))
        // Both calls and the garbage have been read by the next turn: let go of the first call.
        if (waiting.length === 2) setImmediate(waiting[0] ?? (() => {}))
        await turn
        return keys.find(sha256)
      },
    }
    const { url } = await startServer({ keys: slow })
    const one = `${call}Host: a.test\r\nx-api-key: ${key}\r\n\r\n`
    const responses = await exchange(url, `${one}${one}garbage\r\n\r\n`, {
      // The second call is let go only when the answer to the first is here.
      onData: () => waiting[1]?.(),
    })
    expect(waiting).toHaveLength(2)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  })

  it('answers the call that is in flight before CONNECT behind it', async () => {
    const { url, bearer } = await startServer()
    const [[name, value]] = bearer
    const one = `${call}Host: a.test\r\n${name}: ${value}\r\n\r\n`
    const connect = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'
    const responses = await exchange(url, `${one}${connect}`)
    expect(responses.map(({ status }) => status)).toEqual([200, 405])
  })

  it('F11 outlives a caller that resets the connection after CONNECT', async () => {
    const { url, ask, bearer } = await startServer()
    const bytes = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'
    await exchange(url, bytes, { onData: (socket) => void socket.resetAndDestroy() })
    expect((await ask({ path: countriesPath, headers: bearer })).status).toBe(200)
  })

  it('D-016 answers more header lines than are read with 431, and overlooks none of them', async () => {
    const { url } = await startServer()
    const pads = 'x-a: b\r\n'.repeat(limits.headerLines)
    const [response] = await exchange(url, `${call}Host: a.test\r\n${pads}Host: b.test\r\n\r\n`)
    expect(response?.status).toBe(431)
    expect(envelopeOf(response?.text ?? '').code).toBe('header_fields_too_large')
  })

  it('RFC 9112 takes the absolute form of the target', async () => {
    const { ask, bearer } = await startServer()
    const response = await ask({ path: `http://a.test${countriesPath}?a=b`, headers: bearer })
    expect(response.status).toBe(200)
    expect((await ask({ path: 'http://a.test' })).status).toBe(404)
  })

  it('answers calls that share a connection in their order', async () => {
    const { url, bearer } = await startServer()
    const [[name, value]] = bearer
    const one = `${call}Host: a.test\r\n${name}: ${value}\r\n`
    const responses = await exchange(
      url,
      `${one}\r\n${call}Host: a.test\r\n\r\n${one}Connection: close\r\n\r\n`,
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 200])
  })
})

describe('requests that take too long', () => {
  const short = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 }

  it.each([
    { says: 'headers that do not end', bytes: `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n` },
    { says: 'a connection that says nothing', bytes: '' },
  ])('cuts $says with 408 in the envelope', async ({ bytes }) => {
    const { url } = await startServer({ limits: short })
    const [response] = await exchange(url, bytes)
    expect(response?.status).toBe(408)
    expect(envelopeOf(response?.text ?? '').code).toBe('request_timeout')
    expect(response?.header('RateLimit-Policy')).toBe('"default";q=100;w=60')
  })

  it.each([
    { says: 'POST', method: 'POST', hasKey: true, status: 405 },
    { says: 'a call', method: 'GET', hasKey: true, status: 200 },
    { says: 'a call without a key', method: 'GET', hasKey: false, status: 401 },
  ])('answers $says once, though its body never comes', async ({ method, hasKey, status }) => {
    const { url, key } = await startServer({ limits: short })
    const auth = hasKey ? `x-api-key: ${key}\r\n` : ''
    const head = `${method} ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n${auth}`
    const responses = await exchange(url, `${head}Content-Length: 10\r\n\r\n{"`)
    expect(responses.map((response) => response.status)).toEqual([status])
  })

  it('answers a call once, though its body breaks after the answer', async () => {
    const { url, key } = await startServer()
    const head = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\nx-api-key: ${key}\r\n`
    const responses = await exchange(url, `${head}Transfer-Encoding: chunked\r\n\r\n`, {
      onData: (socket) => void socket.write('no chunk\r\n'),
    })
    expect(responses.map(({ status }) => status)).toEqual([200])
  })

  it.each([
    { says: 'does not come in time', rest: 'Content-Length: 10\r\n\r\n{"', status: 408 },
    { says: 'breaks', rest: 'Transfer-Encoding: chunked\r\n\r\nno chunk\r\n', status: 400 },
  ])('answers $status where the body of a call in flight $says', async ({ rest, status }) => {
    const { keys, key } = await startServer()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const slow = { ...keys, find: (sha256: string) => held.then(() => keys.find(sha256)) }
    const { url } = await startServer({ keys: slow, limits: short })
    const head = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\nx-api-key: ${key}\r\n`
    const responses = await exchange(url, `${head}${rest}`, { onData: () => letGo() })
    expect(responses.map((response) => response.status)).toEqual([status])
  })

  it('stops although a caller is in the middle of a request', async () => {
    const { url, close } = await startServer({ limits: { closeGraceMs: 50 } })
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(`GET ${countriesPath} HTTP/1.1\r\n`)
    await new Promise((resolve) => socket.once('connect', resolve))
    await close()
    await closed
    expect(socket.destroyed).toBe(true)
  })

  it('never answers 503 to a call that arrives while it stops', async () => {
    const { keys, key } = await startServer()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let asked = 0
    const slow = {
      ...keys,
      async find(sha256: string) {
        asked += 1
        if (asked === 1) await held
        return keys.find(sha256)
      },
    }
    const { url, close } = await startServer({ keys: slow })
    const { hostname, port } = new URL(url)
    const call = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\nx-api-key: ${key}\r\n\r\n`
    const socket = connect({ host: hostname, port: Number(port) })
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const ended = new Promise((resolve) => socket.on('close', resolve))
    socket.write(call)
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve))
    const closing = close()
    socket.write(call)
    while (asked === 1) await new Promise((resolve) => setImmediate(resolve))
    letGo()
    await Promise.all([closing, ended])
    expect(received.match(/HTTP\/1\.1 [0-9]{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('drops connections beyond the limit and still answers the others', async () => {
    const { url, bearer, ask } = await startServer({ limits: { connections: 2 } })
    const { hostname, port } = new URL(url)
    const open = () => connect({ host: hostname, port: Number(port) })
    const held = open()
    await new Promise((resolve) => held.once('connect', resolve))
    expect((await ask({ path: countriesPath, headers: bearer })).status).toBe(200)
    const [second, third] = [open(), open()]
    await Promise.race([second, third].map((one) => new Promise((end) => one.once('close', end))))
    for (const socket of [held, second, third]) socket.destroy()
  })
})

describe('a server that fails', () => {
  it('I8 answers 500 in the envelope when the key store fails, and logs no message', async () => {
    const broken = { find: () => Promise.reject(new Error('canary-of-store')), markUsed: () => {} }
    const { url, bearer, logs, close } = await startServer({
      keys: broken,
      clock: createTestClock(),
    })
    const [[name, value]] = bearer
    const [response] = await exchange(
      url,
      `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
    )
    expect(response?.status).toBe(500)
    expect(response?.header('RateLimit')).toBe('"default";r=100;t=60')
    expect(envelopeOf(response?.text ?? '').code).toBe('internal_error')
    expect(logs.join('')).toContain('"event":"failure"')
    expect(logs.join('')).not.toContain('canary-of-store')
    // 500 is not in the document, so the check reports it too.
    await expect(close()).rejects.toThrow(/Response 500 of listCountries is undeclared/)
  })
})
