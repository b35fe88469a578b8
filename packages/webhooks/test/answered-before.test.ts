import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fastify } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import { createSecret, type ReceiverOptions } from '../src/index.ts'
import { createNodeHandler } from '../src/node.ts'
import { signedDelivery } from './delivery.ts'
import { readAll, serve } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const secret = createSecret()

/** What other code does to a response before this package can answer. */
const faults: [says: string, act: (response: ServerResponse) => void, received: RegExp][] = [
  ['wrote half a body', (response) => response.writeHead(418).write('half'), /^HTTP\/1\.1 418/],
  ['ended the response', (response) => response.writeHead(418).end(), /^HTTP\/1\.1 418/],
  ['destroyed the response', (response) => response.destroy(), /^$/],
]

/** Sends the first bytes of a signed delivery; `send` sends the rest. */
async function deliver(port: number) {
  const { body, lines } = await signedDelivery(JSON.stringify(returnedEvent), secret)
  const headers = [['Host', 'x'], ...lines, ['Content-Length', body.length]]
  const head = ['POST / HTTP/1.1', ...headers.map((line) => line.join(': ')), '', ''].join('\r\n')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = readAll(socket)
  socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, 9)]))
  return { socket, closed, send: () => socket.write(body.subarray(9)) }
}

function defer<T>() {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<T>((onDone, onFail) => {
    ;[resolve, reject] = [onDone, onFail]
  })
  return { promise, resolve, reject }
}

const setUp = (changes: Partial<ReceiverOptions> = {}) => {
  const recorder = createRecorder(eventAtMs)
  const options = { ...recorder.options, secrets: [secret], ...changes } as ReceiverOptions
  return { recorder, options }
}

/** Runs `createNodeHandler` on one delivery in two parts, until it resolves. */
async function handleOnce(
  changes: Partial<ReceiverOptions>,
  hooks: {
    before?: (response: ServerResponse) => void
    reading?: (response: ServerResponse) => void
  },
) {
  const { options, recorder } = setUp(changes)
  const handle = createNodeHandler(options)
  const handled = defer<void>()
  const reading = defer<ServerResponse>()
  const port = await serve((request, response) => {
    hooks.before?.(response)
    request.once('data', () => reading.resolve(response))
    handle(request, response).then(handled.resolve, handled.reject)
  })
  const { send, socket, closed } = await deliver(port)
  const answered = Promise.race([once(socket, 'data'), closed])
  if (hooks.reading) hooks.reading(await reading.promise)
  send()
  await handled.promise
  await answered
  socket.end()
  socket.destroySoon()
  return { recorder, closed }
}

describe('createNodeHandler resolves if other code', () => {
  it.each(faults)('%s before it, and stores the event', async (_, act, received) => {
    const { recorder, closed } = await handleOnce({}, { before: act })
    expect(await closed).toMatch(received)
    if (received.source === '^$') return
    expect(recorder.take()).toMatchObject([{ as: 'event' }])
    expect(recorder.errors).toEqual([])
  })

  it.each(faults)('%s while the body is read', async (_, act) => {
    await handleOnce({}, { reading: act })
  })

  it.each(faults)('%s while the event is stored, and keeps it', async (_, act) => {
    const stored: unknown[] = []
    let answered: ServerResponse | undefined
    const onEvent = (event: unknown) => {
      stored.push(event)
      if (answered) act(answered)
    }
    const before = (response: ServerResponse) => {
      answered = response
    }
    await handleOnce({ onEvent }, { before })
    expect(stored).toMatchObject([{ event: returnedEvent.event }])
  })
})

describe('fastifyWebhook leaves a response alone if other code', () => {
  it.each(faults.slice(0, 1))('%s before it', async (_, act, received) => {
    const { options, recorder } = setUp()
    const failures: unknown[] = []
    const stored = defer<void>()
    const app = fastify()
    app.addHook('onRequest', async (_request, reply) => act(reply.raw))
    app.setErrorHandler((error) => failures.push(error))
    await app.register(fastifyWebhook, {
      ...options,
      onEvent: (event, delivery) => {
        recorder.options.onEvent(event, delivery)
        // The answer follows in microtasks: by then it was withheld, or it failed.
        setImmediate(stored.resolve)
      },
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      app.server.closeAllConnections()
      await app.close()
    })
    const { send, socket, closed } = await deliver((app.server.address() as AddressInfo).port)
    const answered = once(socket, 'data')
    send()
    await Promise.all([stored.promise, answered])
    socket.destroySoon()
    expect(await closed).toMatch(received)
    expect(failures).toEqual([])
    expect(recorder.take()).toMatchObject([{ as: 'event' }])
  })
})
