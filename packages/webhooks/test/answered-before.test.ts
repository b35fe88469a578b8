import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import { createSecret, type ReceiverOptions } from '../src/index.ts'
import { createNodeHandler } from '../src/node.ts'
import { signedDelivery } from './delivery.ts'
import { listenFastify, readAll, serve } from './entries.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'
import { createRecorder } from './recorder.ts'

const secret = createSecret()
const recorder = createRecorder(eventAtMs)
const options = { ...recorder.options, secrets: [secret] }

type Act = (response: ServerResponse) => unknown
/** What other code does to a response before this package can answer. */
const faults: [says: string, act: Act, received: RegExp][] = [
  ['wrote half a body', (response) => response.writeHead(418).write('half'), /^HTTP\/1\.1 418/],
  ['ended the response', (response) => response.writeHead(418).end(), /^HTTP\/1\.1 418/],
  ['destroyed the response', (response) => response.destroy(), /^$/],
]
const moments = ['before it', 'while the body is read', 'while the event is stored'] as const

/** Sends a signed delivery in two parts, the second once `until` resolves. Returns what the server sent. */
async function deliver(port: number, until: Promise<unknown>): Promise<string> {
  const { body, lines } = await signedDelivery(JSON.stringify(returnedEvent), secret)
  const headers = [['Host', 'x'], ...lines, ['Content-Length', body.length]]
  const head = ['POST / HTTP/1.1', ...headers.map((line) => line.join(': ')), '', ''].join('\r\n')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = readAll(socket)
  const answered = Promise.race([once(socket, 'data'), closed])
  socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, 9)]))
  await Promise.race([until, closed])
  socket.write(body.subarray(9))
  await answered
  socket.end()
  socket.destroySoon()
  return closed
}

const rows = moments.flatMap((moment) =>
  faults.map(([says, act, received]) => ({ moment, says, act, received })),
)
it.each(rows)('createNodeHandler resolves if other code $says $moment', async (row) => {
  const { moment, act, received } = row
  const steps = new EventEmitter()
  let handled: Promise<void> | undefined
  const port = await serve((request, response) => {
    const onEvent: ReceiverOptions['onEvent'] = (event, delivery) => {
      recorder.options.onEvent(event, delivery)
      if (moment === 'while the event is stored') act(response)
    }
    if (moment === 'before it') act(response)
    request.once('data', () => {
      if (moment === 'while the body is read') act(response)
      steps.emit('reading')
    })
    handled = createNodeHandler({ ...options, onEvent })(request, response)
  })
  const answer = await deliver(port, once(steps, 'reading'))
  await handled
  const [stored, errors] = [recorder.take(), recorder.errors.splice(0)]
  if (moment === 'before it') expect(answer).toMatch(received)
  // A destroyed response destroys the connection, so the rest of the body never arrives.
  const isCut = received.source === '^$' && moment !== 'while the event is stored'
  expect([stored, errors]).toMatchObject(
    isCut ? [[], [{ code: 'body-unreadable' }]] : [[{ as: 'event' }], []],
  )
})

it('fastifyWebhook leaves a response alone if other code wrote half a body before it', async () => {
  const steps = new EventEmitter()
  const failures: unknown[] = []
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => faults[0]?.[1](reply.raw))
  app.setErrorHandler((error) => failures.push(error))
  await app.register(fastifyWebhook, {
    ...options,
    onEvent: (event, delivery) => {
      recorder.options.onEvent(event, delivery)
      // The answer follows in microtasks. After these, it was either withheld or failed.
      setImmediate(() => steps.emit('stored'))
    },
  })
  const port = await listenFastify(app)
  const [answer] = await Promise.all([deliver(port, Promise.resolve()), once(steps, 'stored')])
  expect(answer).toMatch(/^HTTP\/1\.1 418/)
  expect(failures).toEqual([])
  expect(recorder.take()).toMatchObject([{ as: 'event' }])
})
