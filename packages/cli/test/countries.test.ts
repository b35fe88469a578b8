import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { examples } from '@partner-platform/contract-kit'
import { temporaryFile } from '@partner-platform/settings/testing'
import { constants, operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { toBaseUrl } from '../src/countries-command.ts'
import { runCommand } from './run.ts'
import { startRawServer, startServer } from './start-server.ts'

const key = `${constants.apiKeyPrefixes.development}${'a'.repeat(36)}`
const env = { PARTNER_PLATFORM_API_KEY: key }
const limits = { RateLimit: '"default";r=57;t=12', 'RateLimit-Policy': '"default";q=100;w=60' }
const country = {
  uuid: '7d9a1e44-58a1-4a4e-9a53-3c1f0b8e2d10',
  name: 'India',
  isoCode: 'IN',
  currency: 'INR',
}
const list = (countries: readonly object[]) =>
  JSON.stringify({ status: true, statusCode: 200, result: countries })
const refusal = (statusCode: number) =>
  JSON.stringify({
    status: false,
    statusCode,
    error: { code: 'refused', message: 'Refused.', requestId: 'request-1' },
  })

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...limits, ...headers })
    response.end(body)
  }

const countries = async (url: string, ...more: string[]) =>
  runCommand(['countries', '--base-url', url, ...more], { env })

describe('countries', () => {
  it('4.1.method, 4.1.path, 4.1.authentication, 5.2 asks for the list with the key and shows a table', async () => {
    const asked: (string | undefined)[] = []
    const url = await startServer((request, response) => {
      asked.push(request.method, request.url, request.headers.authorization)
      answering(200, list([country]))(request, response)
    })
    const { code, stdout, stderr } = await runCommand(['countries', '--base-url', url], { env })
    expect(asked).toEqual(['GET', operations.listCountries.path, `Bearer ${key}`])
    expect(stdout).toBe(`  code  name   currency  uuid\n  IN    India  INR       ${country.uuid}\n`)
    expect([code, stderr]).toEqual([0, 'Rate limit: 57 of 100 calls left in 60 s, more in 12 s.\n'])
  })

  it('4.1 gives one JSON document', async () => {
    const { code, stdout } = await countries(
      await startServer(answering(200, list([country]))),
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      countries: [country],
      rateLimit: { remaining: 57, limit: 100 },
    })
  })

  it('takes the key from a file, without its line end', async () => {
    let asked: string | undefined
    const url = await startServer((request, response) => {
      asked = request.headers.authorization
      answering(200, list([]))(request, response)
    })
    const file = temporaryFile(`${key}\n`)
    const { code, stdout } = await runCommand([
      'countries',
      '--base-url',
      url,
      '--api-key-file',
      file,
    ])
    expect([code, asked, stdout]).toEqual([0, `Bearer ${key}`, 'The service lists no countries.\n'])
  })

  it.each(
    examples('CountryList').filter(({ folder }) => folder === 'valid' || folder === 'tolerated'),
  )('$rule reads $folder/$name', async ({ text }) => {
    const { code } = await countries(await startServer(answering(200, text)))
    expect(code).toBe(0)
  })

  it('8.2 says nothing about a rate limit if the service does not', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(list([country]))
    })
    const { code, stderr } = await countries(url)
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('countries, refused', () => {
  it.each([
    ['7.401', 401, {}, /401: the API key is missing or invalid\. .*request-1/],
    ['7.403', 403, {}, /403: the API key is not allowed here\. .*request-1/],
    ['7.429', 429, { 'Retry-After': '9999' }, /429: .* Wait 9999 s, then try again\./],
    ['7.other', 500, {}, /500/],
    ['7.other', 404, {}, /404/],
  ])('%s a %i ends with 1 and says what to do', async (_, status, headers, says) => {
    const url = await startServer(answering(status, refusal(status), headers))
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain(key)
    const json = await countries(url, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false })
  })

  it.each([
    ['a login page', 200, '<!doctype html>', { 'content-type': 'text/html' }],
    ['a redirect', 302, '', { location: 'http://127.0.0.1:9/' }],
    ['JSON that is cut short', 200, '{"status":tr', {}],
    ['an empty body', 200, '', {}],
    ['another shape', 200, '{"countries":[]}', {}],
  ])('2.2 %s ends with 1', async (_, status, body, headers) => {
    const { code, stdout, stderr } = await countries(
      await startServer(answering(status, body, headers)),
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it('2.1 a name that would move the cursor is spelt out', async () => {
    const hostile = '\u001b[2J\u009b31mIndia\u202e\r\n\u0000'
    const url = await startServer(answering(200, list([{ ...country, name: hostile }])))
    const { stdout } = await countries(url)
    expect(stdout).toContain('\\u001b[2J\\u009b31mIndia\\u202e\\u000d\\u000a\\u0000')
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
    const json = await countries(url, '--json')
    expect(json.stdout).not.toMatch(/[\u0080-\u009f\u202e]/)
    expect(JSON.parse(json.stdout).countries[0].name).toBe(hostile)
  })

  it.each([
    ['nobody', 'http://127.0.0.1:9', /^GET http.* failed with a network error after 3 attempts\. /],
    ['http to another host', 'http://example.com', /^Option baseUrl is not usable: .*\. Use https/],
    ['no URL', 'nonsense', /^Option baseUrl is malformed\. Pass an absolute https URL/],
  ])('%s at --base-url ends with 2', async (_, url, says) => {
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain(key)
  })

  it('says why there is no connection', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { code, stderr } = await countries(`http://127.0.0.1:${port}`)
    expect(code).toBe(2)
    expect(stderr).toContain('The cause is ECONNREFUSED.')
  })

  it.each([
    ['something else', 'SSH-2.0-OpenSSH_9.9\r\n'],
    [
      'half an answer',
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{',
    ],
  ])('7 a server that says %s ends with 2', async (_, bytes) => {
    const url = await startRawServer((socket) => socket.once('data', () => socket.end(bytes)))
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})

describe('the address of countries', () => {
  it.each(Object.entries(servers))(
    '5.3 %s is told by the prefix of its key, or named',
    (name, { url }) => {
      const prefix = constants.apiKeyPrefixes[name as keyof typeof servers]
      const apiKey = `${prefix}abc`
      expect(toBaseUrl({ baseUrl: undefined, environment: undefined, apiKey })).toBe(url)
      expect(toBaseUrl({ baseUrl: undefined, environment: name, apiKey: 'x' })).toBe(url)
      expect(toBaseUrl({ baseUrl: 'http://localhost', environment: name, apiKey })).toBe(
        'http://localhost',
      )
    },
  )
})
