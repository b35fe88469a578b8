import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { temporaryFile } from '@partner-platform/settings/testing'
import { constants, operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { toBaseUrl } from '../src/list-countries.ts'
import { expectRefused, runCommand } from './run.ts'
import { startServer } from './start-server.ts'

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
  async function startAsked() {
    const asked: (string | undefined)[] = []
    const url = await startServer((request, response) => {
      asked.push(request.method, request.url, request.headers.authorization)
      answering(200, list([country]))(request, response)
    })
    return { asked, url }
  }

  it('4.1.method, 4.1.path, 4.1.authentication, 5.2 asks for the list with the key and shows a table', async () => {
    const { asked, url } = await startAsked()
    const { code, stdout, stderr } = await countries(url)
    expect(asked).toEqual(['GET', operations.listCountries.path, `Bearer ${key}`])
    expect(stdout).toBe(`  code  name   currency  uuid\n  IN    India  INR       ${country.uuid}\n`)
    expect([code, stderr]).toEqual([
      0,
      'Rate limit: 57 of 100 calls left in this window of 60 s, more in 12 s.\n',
    ])
  })

  it('4.1 gives one JSON document, with a key from a file without its line end', async () => {
    const { asked, url } = await startAsked()
    const file = ['--api-key-file', temporaryFile(`${key}\n`)]
    const { code, stdout } = await runCommand(['countries', '--base-url', url, '--json', ...file])
    expect([code, asked.at(-1)]).toEqual([0, `Bearer ${key}`])
    const rateLimit = { remaining: 57, limit: 100 }
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, countries: [country], rateLimit })
  })

  it('8.2 says nothing about a rate limit or countries that the service does not name', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(list([]))
    })
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout, stderr]).toEqual([0, 'The service lists no countries.\n', ''])
  })

  it('2.1 names a country that it leaves out', async () => {
    const url = await startServer(answering(200, list([country, { ...country, currency: null }])))
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout.match(/India/g)]).toEqual([0, ['India']])
    expect(stderr).toMatch(/^The answer departs .*:\n {2}\/result\/1\/currency {2}expected /m)
    const { departures } = JSON.parse((await countries(url, '--json')).stdout)
    expect(departures).toMatchObject([{ path: '/result/1/currency' }])
  })
})

describe('countries, refused', () => {
  it.each([
    ['7.401', 401, {}, /401: the API key is missing or invalid\. .*request-1/],
    ['7.403', 403, {}, /403: the API key is not allowed here\. .*request-1/],
    ['7.429', 429, { 'Retry-After': '9999' }, /429: .* Wait 9999 s, then try again\./],
    ['7.other', 500, {}, /500/],
  ])('%s a %i ends with 1 and says what to do', async (_, status, headers, says) => {
    const url = await startServer(answering(status, refusal(status), headers))
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain(key)
    const json = await countries(url, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false })
  })

  it('2.2 an answer that breaks the contract ends with 1, and lists what is wrong', async () => {
    const url = await startServer(answering(200, '{"countries":[]}'))
    const { code, stdout, stderr } = await countries(url)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/The answer breaks the contract: [\s\S]*\n {2}\/result {2}is required/)
  })

  it('2.1 escapes a name that would move the cursor', async () => {
    const hostile = '\u001b[2J\u009b31mIndia\u202e\r\n\u0000'
    const url = await startServer(answering(200, list([{ ...country, name: hostile }])))
    const { stdout } = await countries(url)
    expect(stdout).toContain('\\u001b[2J\\u009b31mIndia\\u202e\\u000d\\u000a\\u0000')
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
    const json = await countries(url, '--json')
    expect(json.stdout).not.toMatch(/[\u0080-\u009f\u202e]/)
    expect(JSON.parse(json.stdout).countries[0].name).toBe(hostile)
  })

  it('http to another host at --base-url ends with 2', async () => {
    const says = /^Option baseUrl is not usable: .*\. Use https/
    expect(await expectRefused(countries('http://example.com'), says)).not.toContain(key)
  })

  it('says why there is no connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const says = /^GET http.* after 3 attempts\. .*The cause is ECONNREFUSED\./
    await expectRefused(countries(`http://127.0.0.1:${port}`), says)
  })
})

describe('the address of countries', () => {
  it.each(Object.entries(servers))(
    '5.3 the prefix of the key or an option selects %s',
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
