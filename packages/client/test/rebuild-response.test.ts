import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { ClientError, createClient } from '../src/index.ts'
import { rebuildResponse } from '../src/to-result.ts'
import { bodies } from './answers.ts'
import { apiKey } from './exchange.ts'
import { startRawServer } from './start-server.ts'

const { path } = operations.listCountries

/** Answers each request with a status line of exactly these bytes. */
const startServerOf = (statusLine: Buffer, body: string) =>
  startRawServer((socket) => {
    socket.write(Buffer.concat([Buffer.from('HTTP/1.1 '), statusLine, Buffer.from('\r\n')]))
    socket.end(`Content-Type: application/json\r\nConnection: close\r\n\r\n${body}`)
  })

describe('a reason phrase', () => {
  const rows: [string, Buffer][] = [
    ['that is absent', Buffer.from('200')],
    ['that is empty', Buffer.from('200 ')],
    ['in ASCII', Buffer.from('200 Fine')],
    ['with a tab', Buffer.from('200 Quite\tfine')],
    ['of latin1 bytes', Buffer.from('200 Tr\u00e8s bien', 'latin1')],
    ['in UTF-8', Buffer.from('200 Tr\u00e8s bien')],
    ['in UTF-8 beyond U+00FF', Buffer.from('200 \u7ed3\u679c')],
    ['with DEL', Buffer.from('200 \u007f')],
    ['with a control byte', Buffer.from('200 a\u0001b')],
  ]
  it.each(rows)('%s makes no method reject', async (_, statusLine) => {
    await using server = await startServerOf(statusLine, bodies[200])
    const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
    const result = await client.listCountries()
    expect(result).toMatchObject({ status: 200, ok: true })
    expect(await result.response?.json()).toEqual(JSON.parse(bodies[200]))
    expect((await client.GET(path)).data).toEqual(JSON.parse(bodies[200]))
  })

  const texts: [string, string][] = [
    ['Fine', 'Fine'],
    ['Quite\tfine', 'Quite\tfine'],
    ['Tr\u00e8s bien', 'Tr\u00e8s bien'],
    ['\u0080\u00ff', '\u0080\u00ff'],
    ['Tr\ufffds bien', ''],
    ['\u7ed3\u679c', ''],
    ['\u0100', ''],
    ['a\u007f', ''],
    ['a\u0000', ''],
    ['a\n', ''],
    ['\ud800', ''],
  ]
  it.each(texts)('%j is rebuilt as %j', (statusText, want) => {
    const odd = new Response('old')
    Object.defineProperty(odd, 'statusText', { value: statusText })
    expect(rebuildResponse(odd, new Uint8Array())?.statusText).toBe(want)
  })
})

describe('a status', () => {
  it.each([600, 799, 999])(
    '%i comes without a response, because Response rejects it',
    async (status) => {
      await using server = await startServerOf(Buffer.from(`${status} Odd`), bodies[403])
      const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
      const result = await client.listCountries()
      const { requestId } = JSON.parse(bodies[403]).error
      expect(result).toMatchObject({ status: 'unexpected-status', httpStatus: status, requestId })
      expect(result).not.toHaveProperty('response')
      expect('message' in result && result.message).toBe(
        `GET ${server.url}${path} answered ${status}; the contract documents 200, 401, 403, 429. Try later, and report it if it lasts.`,
      )
    },
  )

  it.each(['json', 'text', 'stream'] as const)(
    'beyond 599 makes client.GET throw a ClientError as %s',
    async (parseAs) => {
      await using server = await startServerOf(Buffer.from('600 Odd'), bodies[403])
      const client = createClient({ baseUrl: server.url, apiKey, retries: 0 })
      const error = await client.GET(path, { parseAs }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ClientError)
      const result = { status: 'unexpected-status', httpStatus: 600 }
      expect(error).toMatchObject({ code: 'unexpected-status', result })
      expect(error).not.toHaveProperty('result.response')
    },
  )

  it('0, as of Response.error(), has no response either', async () => {
    const fetch = async () => Response.error()
    const client = createClient({ baseUrl: 'https://api.example', apiKey, fetch, retries: 0 })
    const result = await client.listCountries()
    expect(result).toMatchObject({ status: 'unexpected-status', httpStatus: 0 })
    expect(result).not.toHaveProperty('response')
    await expect(client.GET(path)).rejects.toBeInstanceOf(ClientError)
  })

  it.each([200, 204, 205, 304, 599])('%i is kept', async (status) => {
    const hasBody = status === 200 || status === 599
    const read = new Response(hasBody ? 'old' : null, { status })
    const response = rebuildResponse(read, new TextEncoder().encode('new'))
    expect(response?.status).toBe(status)
    expect(await response?.text()).toBe(hasBody ? 'new' : '')
  })
})
