import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { constants } from '@partner-platform/types'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import { createSecret, createWebhookHandler } from '../src/index.ts'
import { createNodeHandler } from '../src/node.ts'
import { readNodeBody } from '../src/receive-node.ts'
import { contentType, signedDelivery } from './delivery.ts'
import { exchange, listenFastify, readAll, serve } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const limit = constants.bodyLimitBytes
const secret = createSecret()
const recorder = createRecorder(eventAtMs)
const options = { ...recorder.options, secrets: [secret] }

afterEach(() => {
  recorder.take()
  recorder.errors.splice(0)
})

const servers: [string, () => Promise<number>][] = [
  ['node', () => serve(createNodeHandler(options))],
  [
    'fastify',
    async () => {
      const app = fastify()
      await app.register(fastifyWebhook, options)
      return listenFastify(app)
    },
  ],
]

const head = (...lines: string[]) =>
  Buffer.from(['POST / HTTP/1.1', 'Host: x', contentType.join(': '), ...lines, '', ''].join('\r\n'))
const { body: sent, lines } = await signedDelivery(JSON.stringify(returnedEvent), secret)
const signedHead = head(
  ...[`Content-Length: ${sent.length}`, 'Connection: close'],
  ...lines.slice(1).map((line) => line.join(': ')),
)
const chunk = (size: number) => Buffer.from(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)

describe('web: reading the body', () => {
  const handle = createWebhookHandler(options)
  const post = (body: ReadableStream, headers: Record<string, string> = {}) =>
    handle(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        duplex: 'half',
      } as RequestInit),
    )

  it('D-009 stops reading a body without end at the limit, whatever length is announced', async () => {
    let pulled = 0
    let isCancelled = false
    const endless = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1024
          controller.enqueue(new Uint8Array(1024))
        },
        cancel: () => {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post(endless, { 'content-length': '2' })).status).toBe(413)
    expect(isCancelled).toBe(true)
    expect(pulled).toBe(limit + 1024)
  })

  it('joins a body that arrives byte by byte', async () => {
    const bytes = [...sent]
    const stream = new ReadableStream({
      pull: (controller) => {
        const byte = bytes.shift()
        if (byte === undefined) controller.close()
        else controller.enqueue(Uint8Array.of(byte))
      },
    })
    expect((await post(stream, Object.fromEntries(lines.slice(1)))).status).toBe(202)
  })

  it('answers 503 if the body breaks off', async () => {
    const stream = new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    })
    expect((await post(stream)).status).toBe(503)
    expect(recorder.errors).toMatchObject([{ code: 'body-unreadable' }])
  })

  it('treats a request without a body as empty', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect((await handle(request)).status).toBe(401)
    expect(recorder.take()).toMatchObject([{ body: new Uint8Array(0) }])
  })
})

describe.each(servers)('%s: reading the body', (_, start) => {
  it('D-009 answers 413 to chunks beyond the limit, and reads the rest', async () => {
    const port = await start()
    const chunks = Array.from({ length: 20 }, () => chunk(8192))
    const request = [head('Transfer-Encoding: chunked'), ...chunks, Buffer.from('0\r\n\r\n')]
    const next = head('Content-Length: 0', 'Connection: close')
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.concat([...request, next]))
    const text = await readAll(socket)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 401'])
  })

  it('F11 cuts off a body without end', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head('Transfer-Encoding: chunked'))
    const part = chunk(65_536)
    let sent = 0
    while (!socket.destroyed && sent < 100 * 1024 * 1024) {
      await new Promise((resolve) => socket.write(part, resolve))
      sent += part.length
    }
    expect(socket.destroyed).toBe(true)
    expect(sent).toBeGreaterThan(limit)
  })

  it('D-009 answers 413 to an announced length before the body arrives', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    socket.write(head(`Content-Length: ${limit + 1}`))
    const [data] = await once(socket, 'data')
    expect(String(data)).toMatch(/^HTTP\/1\.1 413/)
    socket.destroy()
  })

  it('reports a body that breaks off, and stores nothing', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.concat([head('Content-Length: 100'), Buffer.from('{"a":')]), () => {
      socket.end()
      socket.destroy()
    })
    await expect.poll(() => recorder.errors).toMatchObject([{ code: 'body-unreadable' }])
    expect(recorder.take()).toEqual([])
  })

  it('joins a body that arrives in pieces', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(signedHead)
    for (const byte of sent.subarray(0, 50)) {
      await new Promise((resolve) => socket.write(Uint8Array.of(byte), resolve))
    }
    socket.write(sent.subarray(50))
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 202/)
  })
})

describe('after other code has read the body', () => {
  it('node rejects if the request is destroyed without an error', async () => {
    const request = new Readable({ read() {} })
    const reading = readNodeBody(request as IncomingMessage, limit)
    request.destroy()
    await expect(reading).rejects.toThrow()
  })

  const parsed = { event: 'submission.updated' }
  const leftBehind: [string, (body: Uint8Array) => object][] = [
    ['express.raw() leaves bytes in body', (body) => ({ body: Buffer.from(body) })],
    ['express.text() leaves text in body', (body) => ({ body: new TextDecoder().decode(body) })],
    ['serverless hosts leave bytes in rawBody', (body) => ({ rawBody: body, body: parsed })],
    [
      "Koa's parsers leave text",
      (body) => ({ rawBody: Buffer.from(body).toString(), body: parsed }),
    ],
    ['an empty rawBody hides no body', (body) => ({ rawBody: Buffer.alloc(0), body })],
  ]
  /** Sends an event to a handler in a server that first does `act`. */
  async function deliverAfter(act: (request: IncomingMessage) => unknown) {
    const handle = createNodeHandler(options)
    const port = await serve(async (request, response) => {
      await act(request)
      await handle(request, response)
    })
    const { status } = await exchange(port, Buffer.concat([signedHead, sent]))
    return { status, stored: recorder.take().map((one) => one.body) }
  }

  it.each(leftBehind)('node reads what a parser left: %s', async (_, leave) => {
    const received = await deliverAfter(async (request) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      Object.assign(request, leave(Buffer.concat(chunks)))
    })
    expect(received).toEqual({ status: 202, stored: [sent] })
  })

  it('node ignores an empty body that was left before anything was read', async () => {
    const leave = (request: object) => Object.assign(request, { body: '', rawBody: '' })
    expect(await deliverAfter(leave)).toEqual({ status: 202, stored: [sent] })
  })

  it.each([
    ['bytes', new Uint8Array(limit + 1)],
    ['text', 'x'.repeat(limit + 1)],
  ])('D-009 answers 413 to %s over the limit that a parser left', async (_, rawBody) => {
    const leave = (request: object) => Object.assign(request, { rawBody })
    expect(await deliverAfter(leave)).toEqual({ status: 413, stored: [] })
  })

  it.each<[string, (request: IncomingMessage) => unknown]>([
    ['the body was read', (request) => request.resume().toArray()],
    ['the body is decoded as text', (request) => request.setEncoding('utf8')],
  ])('node answers 503 and says why if %s', async (_, act) => {
    expect(await deliverAfter(act)).toEqual({ status: 503, stored: [] })
    expect(recorder.errors).toMatchObject([
      { code: 'body-unreadable', error: expect.any(TypeError) },
    ])
  })
})

describe('fastifyWebhook', () => {
  async function deliverTo(app: FastifyInstance, url: string) {
    onTestFinished(() => app.close())
    const headers = Object.fromEntries(lines)
    return app.inject({ method: 'POST', url, headers, payload: Buffer.from(sent) })
  }

  it('leaves the parsers, routes and prefix of the app alone', async () => {
    const app = fastify()
    const parseAs = { parseAs: 'string' } as const
    app.addContentTypeParser('text/csv', parseAs, async (_: unknown, text: unknown) => ({ text }))
    app.post('/json', async (request) => ({ body: request.body }))
    const place = { path: '/callback', prefix: '/hooks' }
    await app.register(fastifyWebhook, { ...options, ...place } as typeof options)
    expect((await deliverTo(app, '/hooks/callback')).statusCode).toBe(202)
    const post = { method: 'POST', url: '/json' } as const
    expect((await app.inject({ ...post, payload: { a: 1 } })).json()).toEqual({ body: { a: 1 } })
    const asCsv = { ...post, headers: { 'content-type': 'text/csv' }, payload: 'a,b' }
    expect((await app.inject(asCsv)).json()).toEqual({ body: { text: 'a,b' } })
    const other = { ...post, url: '/hooks/callback/x', payload: {} }
    expect((await app.inject(other)).statusCode).toBe(404)
  })

  it('works in an app that accepts no JSON bodies', async () => {
    const app = fastify({ bodyLimit: 10 })
    app.removeAllContentTypeParsers()
    await app.register(fastifyWebhook, options)
    expect((await deliverTo(app, '/')).statusCode).toBe(202)
  })
})
