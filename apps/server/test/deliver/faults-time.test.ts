import { describe, expect, it, vi } from 'vitest'
import { hastySender, patientSender } from './mutants.ts'
import { postTo, toPost } from './post-to.ts'
import { type Act, closedAfter, drip, startRawEndpoint } from './raw-endpoint.ts'

/** Short, so that no test waits for the timeouts of the contract. On a busy machine a request takes 100 ms. */
const attemptTimeoutMs = 250
const head = 'HTTP/1.1 200 OK\r\n'

type Hang = [says: string, act: (drips: () => void) => Act, status: number | null]

const dripping =
  (before: string, bytes: string) =>
  (onDrip: () => void): Act =>
  (socket) => {
    socket.write(before)
    drip(socket, { bytes, onDrip })
  }
const writing = (bytes: string) => (): Act => (socket) => void socket.write(bytes)

const length = 'content-length: 9999\r\n\r\n'
const chunks = 'transfer-encoding: chunked\r\n\r\n'

const stopping = writing(`${head}${length}a`)
const drippingBody = dripping(head + length, 'a')

const hangs: Hang[] = [
  ['F4 is frozen', () => () => {}, null],
  ['F11 stops within the headers', writing(`${head}x-a: `), null],
  ['F11 stops within the body', stopping, 200],
  ['F11 drips a header', dripping(`${head}x-a: `, 'a'), null],
  ['F11 drips the body', drippingBody, 200],
  ['F11 drips chunks', dripping(head + chunks, '1\r\na\r\n'), 200],
  ['F11 drips a body without a length', dripping(`${head}\r\n`, 'a'), 200],
  ['F11 announces an answer', dripping('', 'HTTP/1.1 102 X\r\n\r\n'), null],
]

describe('an endpoint that takes its time', () => {
  it.each(hangs)('%s: the attempt ends in time', async (_says, toAct, status) => {
    const onDrip = vi.fn()
    const endpoint = await startRawEndpoint(toAct(onDrip))
    const attempt = await postTo(endpoint.port, { attemptTimeoutMs })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status })
    expect(attempt.durationMs).toBeGreaterThanOrEqual(attemptTimeoutMs - 10)
    expect(attempt.durationMs).toBeLessThan(attemptTimeoutMs + 1_500)
    expect(endpoint.requests).toHaveLength(1)
    // The fault landed: the endpoint dripped.
    if (toAct.length > 0) expect(onDrip).toHaveBeenCalled()
    await closedAfter(endpoint, 1)
  })

  it('F11 finds the mutant without a total timeout: a dripped body keeps it waiting', async () => {
    const onDrip = vi.fn()
    const endpoint = await startRawEndpoint(drippingBody(onDrip))
    const controller = new AbortController()
    const given = { signal: controller.signal }
    let isSettled = false
    const url = `http://127.0.0.1:${endpoint.port}/`
    const attempt = patientSender(toPost(url, given)).finally(() => {
      isSettled = true
    })
    const needed = (2 * attemptTimeoutMs) / 10
    await expect.poll(() => onDrip.mock.calls.length).toBeGreaterThan(needed)
    expect(isSettled).toBe(false)
    controller.abort()
    await attempt
  })

  it('F11 finds the mutant that reads only the status: it accepts half a body', async () => {
    const endpoint = await startRawEndpoint(stopping())
    const attempt = await hastySender(toPost(`http://127.0.0.1:${endpoint.port}/`))
    expect(attempt.outcome).toBe('accepted')
  })

  it('F11 does not read the request: the attempt ends in time', async () => {
    const endpoint = await startRawEndpoint(() => {}, { onConnect: (socket) => socket.pause() })
    // More than the buffers between two sockets hold.
    const body = Buffer.alloc(32 * 1024 * 1024)
    const attempt = await postTo(endpoint.port, { body, attemptTimeoutMs })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(endpoint.requests).toHaveLength(0)
    expect(endpoint.connections).toBe(1)
  })

  it('D-011 includes TLS in the time to connect', async () => {
    const endpoint = await startRawEndpoint(() => {})
    const attempt = await postTo(endpoint.port, {
      url: new URL(`https://127.0.0.1:${endpoint.port}`),
      connectTimeoutMs: attemptTimeoutMs,
    })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(attempt.durationMs).toBeLessThan(attemptTimeoutMs + 1_500)
    // The endpoint may read late.
    await expect.poll(() => endpoint.receivedBytes).toBeGreaterThan(0)
    await closedAfter(endpoint, 1)
  })
})
