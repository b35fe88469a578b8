import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { parseSubmissionUpdatedSent } from '@partner-platform/validators'
import { createSecret, parseWebhook, verifySignature } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postWebhook } from '../../src/deliver/post-webhook.ts'
import type { StatusChange } from '../../src/index.ts'
import { change, grant, personal } from '../a-submission.ts'
import { startReceiver } from '../start-receiver.ts'
import { startServer } from '../start-server.ts'

const start = async (answer?: Parameters<typeof startReceiver>[0]) => {
  const receiver = await startReceiver(answer)
  const secrets = [createSecret(), createSecret()] as const
  const started = await startServer({ callback: { url: receiver.url, secrets } })
  return { receiver, secrets, ...started }
}

describe('changeStatus', () => {
  it('6.1 posts an event that a receiver verifies and accepts', async () => {
    const { server, receiver, secrets, clock } = await start()
    const result = await server.platform.changeStatus(change)
    expect(result).toMatchObject({ ok: true, event: { event: 'submission.updated' } })
    const [request] = receiver.requests
    if (!request) throw new Error('Nothing arrived.')
    expect([request.method, request.path]).toEqual(['POST', '/hook'])
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers['x-platform-event']).toBe('submission.updated')
    const now = () => clock.wallMs()
    const { body, headers } = request
    expect(await parseWebhook({ body, headers: request.headersDistinct, secrets, now })).toEqual({
      ok: true,
      event: result.ok && result.event,
      notes: [],
    })
    expect(headers['x-platform-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it('D-004 signs with the newest secret, over the bytes that it sends', async () => {
    const { server, receiver, secrets } = await start()
    await server.platform.changeStatus({ ...change, status: 'VISA_GRANTED', grant })
    const [request] = receiver.requests
    if (!request) throw new Error('Nothing arrived.')
    const { body } = request
    const signature = String(request.headers['x-platform-signature'])
    expect(await verifySignature({ body, signature, secrets: [secrets[0]] })).toEqual({ ok: true })
    expect(await verifySignature({ body, signature, secrets: [secrets[1]] })).toMatchObject({
      ok: false,
    })
    const sent = JSON.parse(body.toString())
    expect(parseSubmissionUpdatedSent(sent)).toMatchObject({ ok: true })
    expect(sent.submission).toMatchObject({ status: 'VISA_GRANTED', ...grant })
  })

  it('5.5 sends no signature where none is agreed', async () => {
    const receiver = await startReceiver()
    const { server } = await startServer({ callback: { url: receiver.url } })
    await server.platform.changeStatus(change)
    expect(receiver.requests[0]?.headers).not.toHaveProperty('x-platform-signature')
  })

  it('6.4.1 sends a status that nobody knows yet', async () => {
    const { server, receiver } = await start()
    const result = await server.platform.changeStatus({ ...change, status: 'UNDER_REVIEW' })
    expect(result.ok).toBe(true)
    expect(JSON.parse(String(receiver.requests[0]?.body)).submission.status).toBe('UNDER_REVIEW')
  })

  it.each<{ says: string; change: StatusChange; path: string }>([
    {
      says: 'a granted visa without its fields',
      change: { ...change, status: 'VISA_GRANTED' },
      path: '/submission/feedbackDocsUrl',
    },
    {
      says: 'the fields of a granted visa on another status',
      change: { ...change, grant },
      path: '/submission/feedbackDocsUrl',
    },
    {
      says: 'a broken identifier',
      change: { ...change, agent: { ...change.agent, uuid: 'canary' } },
      path: '/agent/uuid',
    },
  ])('6.3 sends nothing of $says', async ({ change: wrong, path }) => {
    const { server, receiver } = await start()
    const result = await server.platform.changeStatus(wrong)
    expect(result).toMatchObject({ ok: false, code: 'invalid-event' })
    expect(!result.ok && result.issues.map((issue) => issue.path)).toContain(path)
    expect(receiver.requests).toEqual([])
    expect(await server.platform.deliveries()).toEqual([])
  })

  it('D-009 sends nothing that is larger than a receiver takes', async () => {
    const { server, receiver } = await start()
    const large = { ...change, agent: { ...change.agent, companyName: 'a'.repeat(65_536) } }
    expect(await server.platform.changeStatus(large)).toMatchObject({
      ok: false,
      code: 'event-too-large',
    })
    expect(receiver.requests).toEqual([])
  })

  it('sends nothing, and says so, where the partner registered no URL', async () => {
    const { server } = await startServer()
    expect(await server.platform.changeStatus(change)).toMatchObject({ ok: true, delivery: null })
  })

  it('I10 logs how a delivery went, and nothing of what was in it', async () => {
    const { server, logs, secrets, receiver } = await start()
    await server.platform.changeStatus({ ...change, status: 'VISA_GRANTED', grant })
    const logged = logs.join('')
    expect(logged).toContain('"outcome":"accepted","status":202')
    const signature = String(receiver.requests[0]?.headers['x-platform-signature'])
    for (const canary of [...personal, ...secrets, signature, receiver.url]) {
      expect(logged).not.toContain(canary)
    }
  })
})

describe('one attempt', () => {
  const outcomeOf = async (answer: Parameters<typeof startReceiver>[0]) => {
    const { server, receiver } = await start(answer)
    await server.platform.changeStatus(change)
    const [delivery] = await server.platform.deliveries()
    expect(receiver.requests).toHaveLength(1)
    expect(delivery?.attempts).toHaveLength(1)
    expect(Buffer.from(delivery?.body ?? [])).toEqual(receiver.requests[0]?.body)
    return delivery?.attempts[0]
  }

  it.each([200, 202, 204, 299])('D-010 is accepted on %i', async (status) => {
    const attempt = await outcomeOf((response) => response.writeHead(status).end())
    expect(attempt).toMatchObject({ outcome: 'accepted', status })
  })

  it.each([400, 401, 404, 410, 429, 500, 503])('D-010 is refused on %i', async (status) => {
    const attempt = await outcomeOf((response) => response.writeHead(status).end())
    expect(attempt).toMatchObject({ outcome: 'refused', status })
  })

  it.each([301, 302, 303, 307, 308])('F9 does not follow %i', async (status) => {
    const second = await startReceiver()
    const attempt = await outcomeOf((response) =>
      response.writeHead(status, { location: second.url }).end(),
    )
    expect(attempt).toMatchObject({ outcome: 'redirected', status })
    expect(second.requests).toEqual([])
  })

  it('D-011 reads no more than 16 KiB of an answer that has no end, and is accepted', async () => {
    const attempt = await outcomeOf((response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write('a'.repeat(16_384)) && !response.destroyed);
        response.once('drain', more)
      }
      more()
    })
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
  })

  it('F11 is broken by an answer that lies about its length', async () => {
    const attempt = await outcomeOf((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('short')
      setImmediate(() => response.destroy())
    })
    expect(attempt).toMatchObject({ outcome: 'broken', status: 200 })
  })

  it('F11 is broken where the connection is cut before an answer', async () => {
    const attempt = await outcomeOf((response) => response.destroy())
    expect(attempt).toMatchObject({ outcome: 'broken', status: null })
  })

  it('is broken where nobody listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const { server } = await startServer({ callback: { url: `http://127.0.0.1:${port}` } })
    const result = await server.platform.changeStatus(change)
    expect(result).toMatchObject({ delivery: { attempts: [{ outcome: 'broken', status: null }] } })
  })
})

describe('answers that are not quite HTTP', () => {
  const tail = 'content-length: 2\r\n\r\nok'

  it.each<[string, string, object]>([
    ['no HTTP at all', 'hello\r\n\r\n', { outcome: 'broken', status: null }],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n',
      { outcome: 'broken', status: 101 },
    ],
    [
      'headers without bound',
      `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(100_000)}\r\n${tail}`,
      { outcome: 'broken' },
    ],
    [
      'an early hint before the answer',
      `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\n${tail}`,
      { outcome: 'accepted', status: 202 },
    ],
    [
      'a body that ends with the connection',
      'HTTP/1.1 200 OK\r\n\r\nok',
      { outcome: 'accepted', status: 200 },
    ],
    [
      'a body that claims to be compressed',
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n${tail}`,
      { outcome: 'accepted', status: 200 },
    ],
  ])('F11 ends the attempt at %s', async (_says, answer, outcome) => {
    const raw = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    }).listen(0, '127.0.0.1')
    await once(raw, 'listening')
    onTestFinished(() => void raw.close())
    const { port } = raw.address() as AddressInfo
    const { server } = await startServer({ callback: { url: `http://127.0.0.1:${port}` } })
    const result = await server.platform.changeStatus(change)
    expect(result).toMatchObject({ delivery: { attempts: [outcome] } })
  })
})

/** Attempts a delivery to an endpoint that answers by `act`, and keeps the connection open itself. */
async function attemptAt(act: (socket: Socket) => void, attemptTimeoutMs?: number) {
  const raw = createServer({ allowHalfOpen: true }, (socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  }).listen(0, '127.0.0.1')
  await once(raw, 'listening')
  onTestFinished(() => void raw.close())
  const { port } = raw.address() as AddressInfo
  const timeout = attemptTimeoutMs === undefined ? {} : { attemptTimeoutMs }
  const { server } = await startServer({
    callback: { url: `http://127.0.0.1:${port}`, ...timeout },
  })
  const result = await server.platform.changeStatus(change)
  return result.ok ? result.delivery?.attempts[0] : undefined
}

describe('informational answers', () => {
  it.each([
    ['with the headers of an upgrade', 'connection: upgrade\r\nupgrade: x\r\n'],
    ['without them', ''],
    ['with half of them', 'upgrade: x\r\n'],
  ])('F11 is broken at once by a change of protocol %s', async (_says, lines) => {
    const answer = `HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`
    const attempt = await attemptAt((socket) => socket.write(answer))
    expect(attempt).toMatchObject({ outcome: 'broken', status: 101 })
  })

  it('D-011 ends in time although informational answers never stop', async () => {
    let sent = 0
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)
    const attempt = await attemptAt((socket) => {
      const more = () => {
        do sent += 1
        while (socket.write(hints) && !socket.destroyed)
        socket.once('drain', more)
      }
      more()
    }, 100)
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(sent).toBeGreaterThan(1)
  })

  it('D-011 ends in time although an informational answer comes every now and then', async () => {
    let sent = 0
    const attempt = await attemptAt((socket) => {
      const drip = setInterval(() => {
        sent += 1
        socket.write('HTTP/1.1 102 Processing\r\n\r\n')
      }, 10)
      onTestFinished(() => clearInterval(drip))
    }, 100)
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(sent).toBeGreaterThan(1)
  })
})

describe('an attempt that takes too long', () => {
  it('D-011 ends when no TLS connection is made in time', async () => {
    let connections = 0
    const silent = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const attempt = await postWebhook({
      url: new URL(`https://127.0.0.1:${port}`),
      method: 'POST',
      headers: {},
      body: Buffer.from('{}'),
      monotonicMs: () => performance.now(),
      connectTimeoutMs: 100,
    })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(connections).toBe(1)
  })

  it.each([
    { says: 'an answer that does not come', drip: '' },
    { says: 'headers without an end', drip: 'HTTP/1.1 200 OK\r\nx-a: ' },
    { says: 'a body without an end', drip: 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n' },
  ])('D-011 ends in time: $says', async ({ drip }) => {
    const sockets = new Set<{ destroyed: boolean }>()
    const hanging = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => socket.write(drip))
    }).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    onTestFinished(() => void hanging.close())
    const { port } = hanging.address() as AddressInfo
    const { server } = await startServer({
      callback: { url: `http://127.0.0.1:${port}`, attemptTimeoutMs: 100 },
    })
    const result = await server.platform.changeStatus(change)
    expect(result).toMatchObject({ delivery: { attempts: [{ outcome: 'timed-out' }] } })
    expect(sockets.size).toBe(1)
  })
})
