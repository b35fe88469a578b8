import { httpLimits as limits } from '@partner-platform/http-edge'
import { afterAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { countriesPath, openServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

type Row = readonly [says: string, bytes: string | Buffer]

const key = createApiKey('development')
const start = `GET ${countriesPath} HTTP/1.1\r\n`
const auth = `x-api-key: ${key}\r\n`
/** The head of a valid call, without its final line break. */
const call = `${start}Host: a.test\r\nConnection: close\r\n${auth}`
const chunks = 'Transfer-Encoding: chunked\r\n'
const long = 'a'.repeat(limits.headerBytes)
const toQuery = (query: string) => `${call}\r\n`.replace(' HTTP', `?${query} HTTP`)

/** Requests that two readers could read differently, or that are not HTTP. */
const rows: Row[] = [
  // Lengths.
  ['a length and chunks', `${call}Content-Length: 4\r\n${chunks}\r\n0\r\n\r\n`],
  ['chunks and a length', `${call}${chunks}Content-Length: 4\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${call}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  ['the same length twice', `${call}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`],
  ['a list of lengths', `${call}Content-Length: 1, 1\r\n\r\na`],
  ['a length with a sign', `${call}Content-Length: +1\r\n\r\na`],
  ['a hexadecimal length', `${call}Content-Length: 0x1\r\n\r\na`],
  ['a length beyond 64 bits', `${call}Content-Length: 99999999999999999999\r\n\r\na`],
  ['an empty length', `${call}Content-Length: \r\n\r\n`],
  // Transfer codings.
  ['chunks twice over', `${call}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ['chunks before another coding', `${call}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['another coding before chunks', `${call}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['a coding without chunks', `${call}Transfer-Encoding: gzip\r\n\r\n`],
  ['a coding that looks like chunks', `${call}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a vertical tab before chunks', `${call}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon of a coding', `${call}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['chunks in HTTP/1.0', `${call.replace('1.1', '1.0')}${chunks}\r\n0\r\n\r\n`],
  ['a chunk whose size is not a number', `${call}${chunks}\r\nzz\r\n\r\n`],
  ['a chunk beyond 64 bits', `${call}${chunks}\r\nfffffffffffffffff\r\na`],
  ['a chunk size with a space', `${call}${chunks}\r\n1 \r\na\r\n0\r\n\r\n`],
  ['a chunk size that ends in a bare LF', `${call}${chunks}\r\n1\na\r\n0\r\n\r\n`],
  ['a bare LF in a chunk extension', `${call}${chunks}\r\n1;a\nb\r\na\r\n0\r\n\r\n`],
  // Lines.
  ['bare LF everywhere', `${call}\r\n`.replaceAll('\r\n', '\n')],
  ['a bare LF after the request line', `${call}\r\n`.replace('\r\n', '\n')],
  ['a bare LF between headers', `${start}Host: a.test\n${auth}\r\n`],
  ['a bare CR between headers', `${start}Host: a.test\r${auth}\r\n`],
  ['a bare CR in a header', `${call}x-a: b\rc\r\n\r\n`],
  ['a NUL in a header', `${call}x-a: b\0c\r\n\r\n`],
  ['a line without a colon', `${call}nocolon\r\n\r\n`],
  ['a header whose name is not a token', `${call}x(a): b\r\n\r\n`],
  ['a space before the colon', `${call}x-api-key : a\r\n\r\n`],
  ['a folded header', `${call}x-a: b\r\n c\r\n\r\n`],
  ['a space before the first header', `${start} x-a: b\r\nHost: a.test\r\n\r\n`],
  // Request lines.
  ['no request at all', 'hello\r\n\r\n'],
  ['TLS', Buffer.concat([Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(200, 7)])],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/3', `${call}\r\n`.replace('1.1', '3.0')],
  ['a version in lower case', `${call}\r\n`.replace('HTTP', 'http')],
  ['a request before HTTP/1.0', `GET ${countriesPath}\r\n\r\n`],
  ['an unknown method', `${call}\r\n`.replace('GET', 'GOT')],
  ['a space before the method', ` ${call}\r\n`],
  ['a space in the target', `${call}\r\n`.replace(' HTTP', '?a b HTTP')],
  ['a fragment in the target', `${call}\r\n`.replace(' HTTP', '#a HTTP')],
  ['a NUL in the target', `${call}\r\n`.replace(' HTTP', '\0 HTTP')],
  ['a path that does not decode', `${call}\r\n`.replace('/', '/%zz/')],
  ['a host and port as target', `${call}\r\n`.replace(countriesPath, 'a.test:80')],
  // Hosts.
  ['no Host', `${start}${auth}\r\n`],
  ['no Host with an absolute target', `GET http://a.test${countriesPath} HTTP/1.1\r\n${auth}\r\n`],
  ['two Host lines', `${call}Host: b.test\r\n\r\n`],
  ['the same Host twice', `${call}Host: a.test\r\n\r\n`],
  ['two Host lines in different case', `${call}hOST: b.test\r\n\r\n`],
  ['a list of hosts', `${call}\r\n`.replace('a.test', 'a.test, b.test')],
  ['a host with a path', `${call}\r\n`.replace('a.test', 'a.test/b')],
  ['a host with a space', `${call}\r\n`.replace('a.test', 'a b')],
  ['a host with a user', `${call}\r\n`.replace('a.test', 'b@a.test')],
]

const [tooLarge, tooMany] = ['content_too_large', 'header_fields_too_large']
const tunnel = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'

const specificRows: [...Row, status: number, code: string][] = [
  ['a request for a tunnel', tunnel, 405, 'method_not_allowed'],
  ['a head without an end', start, 408, 'request_timeout'],
  ['an unknown expectation', `${call}Expect: more\r\n\r\n`, 417, 'expectation_failed'],
  ['large headers', `${call}x-pad: ${long}\r\n\r\n`, 431, tooMany],
  ['many header lines', `${call}${'x-a: b\r\n'.repeat(limits.headerLines)}\r\n`, 431, tooMany],
  ['large trailers', `${call}${chunks}\r\n0\r\nx-pad: ${long}\r\n\r\n`, 431, tooMany],
  ['a large chunk extension', `${call}${chunks}\r\n1;${long}a\r\na\r\n0\r\n\r\n`, 413, tooLarge],
  ['a long URL', toQuery('a'.repeat(limits.urlCharacters)), 414, 'uri_too_long'],
  ['a URL as long as all headers', toQuery(long), 431, tooMany],
]

/** An answer that takes longer counts as hanging. */
const patienceMs = 2_000

describe('HTTP framing', async () => {
  const rateLimit = { quota: 10_000, windowSeconds: 60 }
  const server = await openServer({
    keys: [{ environment: 'development', key }],
    rateLimit,
    limits: { headersTimeoutMs: 500, checkIntervalMs: 20 },
  })
  afterAll(() => server.close())

  const answersTo = async (bytes: string | Buffer) => {
    const startedMs = performance.now()
    const raw = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    const responses = await exchange(server.url, raw)
    expect(performance.now() - startedMs).toBeLessThan(patienceMs)
    return responses
  }

  it('accepts the call that the rows below spoil', async () => {
    const [response] = await answersTo(`${call}\r\n`)
    expect(response?.status).toBe(200)
  })

  it.each(rows)('I8 answers %s with 400 in the envelope and closes', async (_says, bytes) => {
    const [response, ...others] = await answersTo(bytes)
    if (!response) throw new Error('Expected a response.')
    expect([response.status, others]).toEqual([400, []])
    expect(response.header('Connection')).toBe('close')
    const { code, requestId } = JSON.parse(response.text).error
    expect(code).toBe('bad_request')
    expect(server.logs.join('')).toContain(requestId)
  })

  it.each(specificRows)(
    'I8 answers %s with a specific status',
    async (_says, bytes, status, code) => {
      const [response, ...others] = await answersTo(bytes)
      if (!response) throw new Error('Expected a response.')
      expect([response.status, others]).toEqual([status, []])
      expect(JSON.parse(response.text).error.code).toBe(code)
      expect(response.header('Connection')).toBe('close')
    },
  )

  it('these answers are counted by status in /metrics', async () => {
    const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text()
    const samples = metrics.matchAll(/malformed_requests_total\{status="(\d+)"\} (\d+)/g)
    const counts = Object.fromEntries([...samples].map(([, status, count]) => [status, count]))
    const statuses = [...rows.map(() => 400), ...specificRows.map(([, , status]) => status)]
    const wanted = Object.entries(Object.groupBy(statuses, (status) => status))
    expect(counts).toEqual(
      Object.fromEntries(wanted.map(([status, same = []]) => [status, String(same.length)])),
    )
  })

  it.each<Row>([
    ['empty lines before it', `\r\n\r\n${call}\r\n`],
    ['HTTP/1.0 without Host', `GET ${countriesPath} HTTP/1.0\r\n${auth}\r\n`],
    ['an absolute target, whatever Host says', `${call}\r\n`.replace('/', 'http://b.test/')],
    ['a target that is percent-encoded', `${call}\r\n`.replace('v1', 'v%31')],
    ['a query that does not decode', `${call}\r\n`.replace(' HTTP', '?a=%zz HTTP')],
    ['chunks', `${call}${chunks}\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['chunks, in another case', `${call}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n`],
    ['a key in a trailer beside one in the head', `${call}${chunks}\r\n0\r\nx-api-key: b\r\n\r\n`],
    ['more than it announced', `${call}\r\n{"a":1}`],
    ['a body that ends in the middle of a chunk', `${call}${chunks}\r\n1\r\nabc\r\n0\r\n\r\n`],
    [
      'an offer to upgrade',
      `${call}\r\n`
        .replace('close', 'close, Upgrade')
        .replace('\r\n\r\n', '\r\nUpgrade: h2c\r\n\r\n'),
    ],
    ['a request for trailers', `${call}TE: trailers\r\n\r\n`],
  ])('RFC 9112 accepts a call with %s', async (_says, bytes) => {
    const responses = await answersTo(bytes)
    expect(responses.map(({ status }) => status)).toEqual([200])
  })

  it('5.4 does not read a key from a trailer', async () => {
    const bytes = `${call}${chunks}\r\n0\r\n${auth}\r\n`.replace(auth, '')
    expect((await answersTo(bytes)).map(({ status }) => status)).toEqual([401])
  })
})
