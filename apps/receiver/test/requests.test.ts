import { connect } from 'node:net'
import { httpLimits } from '@partner-platform/http-edge'
import { constants, messages } from '@partner-platform/types'
import { signPayload } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { returnedBytes } from './deliveries.ts'
import { callbackPath, startReceiver, useSharedReceiver } from './use-receiver.ts'
import { useStore } from './use-store.ts'
import { ask, exchange } from './wire.ts'

const { receiverAnswers } = constants
const openReceiver = useSharedReceiver()
const store = useStore('embedded')

const text = Buffer.from(returnedBytes).toString()
const post = `POST ${callbackPath} HTTP/1.1\r\n`
const host = 'Host: a.test\r\n'
const json = `Content-Type: ${messages.submissionUpdated.contentType}\r\n`
const length = `Content-Length: ${returnedBytes.length}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'
const close = 'Connection: close\r\n'
const size = returnedBytes.length.toString(16)
const long = 'a'.repeat(httpLimits.headerBytes)

/** The receiver, and a function that sends bytes with `<head>` replaced by the head of a genuine delivery. */
async function start() {
  const receiver = await openReceiver()
  const { url, secret } = receiver
  const signature = await signPayload({ body: returnedBytes, secret })
  const signed = `X-Platform-Signature: ${signature}\r\n`
  const send = (bytes: string) =>
    exchange(url, bytes.replaceAll('<head>', `${post}${host}${json}${signed}`))
  return { ...receiver, signed, exchange: send }
}

// `http-edge` tests its time limits, and `server` tests every spoilt call, on the same HTTP server.
describe('HTTP framing', () => {
  it.each<[string, string, number]>([
    ['a length and chunks', `<head>${length}${chunked}\r\n${text}`, 400],
    ['a large chunk extension', `<head>${chunked}\r\n1;${long}a\r\na\r\n0\r\n\r\n`, 413],
    ['large trailers', `<head>${chunked}\r\n0\r\nx-pad: ${long}\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['two Host lines', `<head>${host}${length}\r\n${text}`, 400],
    ['a long URL', `POST /${'a'.repeat(httpLimits.urlCharacters)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['an unknown expectation', `<head>${length}Expect: a-lot\r\n\r\n`, 417],
    ['CONNECT', `CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ])('refuses %s with a fixed body, keeps nothing, and closes', async (_, bytes, status) => {
    const receiver = await start()
    const responses = await receiver.exchange(bytes)
    expect(responses).toMatchObject([{ status, text: '{"outcome":"refused"}' }])
    expect(responses[0]?.head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8/i)
    expect(responses[0]?.head).toMatch(/\r\nconnection: close/i)
    expect(receiver.logs.join('')).toContain(`"event":"malformed-request","status":${status}`)
    expect([...(await receiver.events()), ...(await receiver.quarantined())]).toEqual([])
  })

  it('ignores a signature in a trailer', async () => {
    const receiver = await start()
    const body = `${size}\r\n${text}\r\n0\r\n${receiver.signed}\r\n`
    const responses = await receiver.exchange(`${post}${host}${json}${close}${chunked}\r\n${body}`)
    expect(responses).toMatchObject([{ status: receiverAnswers.unverified }])
  })

  it('answers pipelined deliveries in their order', async () => {
    const receiver = await start()
    const one = `<head>${length}\r\n${text}`
    const other = `POST /other HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\n{}`
    const responses = await receiver.exchange(`${one}${other}<head>${close}${length}\r\n${text}`)
    expect(responses.map(({ status }) => status)).toEqual([202, 404, 202])
    expect(await receiver.events()).toHaveLength(1)
  })
})

it.each([
  ['GET', '/canary', 404],
  ['POST', `${callbackPath}/`, 404],
  ['GET', callbackPath, 405],
  ['PROPFIND', callbackPath, 405],
])(
  '4.2.method, D-009 answers %s %s with %i and does not repeat the path',
  async (method, path, status) => {
    const { url } = await openReceiver()
    const response = await ask(url, { method, path })
    expect(response).toMatchObject({ status, text: expect.stringMatching(/^\{"outcome":"/) })
    expect(response.text).not.toContain('canary')
  },
)

describe('slow senders', () => {
  it.each<[string, string, number]>([
    ['a silent connection', '', 408],
    ['a body that does not arrive', `${post}${host}${json}Content-Length: 10\r\n\r\n{"`, 408],
    ['a refused body', `${post}${host}Content-Length: 10\r\n\r\n{"`, 415],
  ])('F12 gives %s one answer', async (_, bytes, status) => {
    const limits = { headersTimeoutMs: 50, requestTimeoutMs: 100, checkIntervalMs: 20 }
    const receiver = await startReceiver({ database: await store.empty(), limits } as never)
    const responses = await exchange(receiver.url, bytes)
    expect(responses).toMatchObject([{ status, text: expect.stringMatching(/^\{"outcome":"/) }])
    expect([...(await receiver.events()), ...(await receiver.quarantined())]).toEqual([])
  })

  it('do not delay a stop', async () => {
    const limits = { closeGraceMs: 50 }
    const options = { database: await store.empty(), limits } as never
    const { url, receiver } = await startReceiver(options)
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    await new Promise<void>((resolve) => socket.write(`${post}${host}`, () => resolve()))
    await receiver.close()
    await closed
  })
})
