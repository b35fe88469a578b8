import { httpLimits as limits } from '@partner-platform/http-edge'
import { describe, expect, it } from 'vitest'
import { countriesPath, startServer } from '../start-server.ts'

const envelopeOf = (text: string) => JSON.parse(text).error

describe('requests that are no call of an operation', () => {
  it.each([
    { says: 'an unknown path', request: { path: '/nothing' }, status: 404, code: 'not_found' },
    {
      says: 'the path with a slash',
      request: { path: `${countriesPath}/` },
      status: 404,
      code: 'not_found',
    },
    {
      says: 'the path in capitals',
      request: { path: countriesPath.toUpperCase() },
      status: 404,
      code: 'not_found',
    },
    {
      says: 'a path that does not decode',
      request: { path: '/%zz' },
      status: 400,
      code: 'bad_request',
    },
    {
      says: 'a long URL',
      request: { path: `/${'a'.repeat(limits.urlCharacters)}` },
      status: 414,
      code: 'uri_too_long',
    },
    {
      says: 'large headers',
      request: { headers: [['x-pad', 'a'.repeat(limits.headerBytes)]] as const },
      status: 431,
      code: 'header_fields_too_large',
    },
    {
      says: 'an expectation',
      request: { headers: [['Expect', 'a-lot']] as const },
      status: 417,
      code: 'expectation_failed',
    },
    {
      says: 'a body for an unknown path',
      request: {
        method: 'POST',
        path: '/x',
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Length', '1'],
        ] as const,
        body: '{',
      },
      status: 404,
      code: 'not_found',
    },
  ])('D-016 answers $says with $status in the envelope', async ({ request, status, code }) => {
    const { ask } = await startServer()
    const response = await ask(request)
    expect(response.status).toBe(status)
    expect(response.header('Content-Type')).toBe('application/json')
    expect(envelopeOf(response.text)).toMatchObject({
      code,
      requestId: expect.stringMatching(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
    })
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
    'RFC 9110 answers %s on the path with 405 and the methods that it has',
    async (method) => {
      const { ask } = await startServer()
      const response = await ask({ method, path: countriesPath })
      expect(response.status).toBe(405)
      expect(response.header('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(envelopeOf(response.text).code).toBe('method_not_allowed')
    },
  )

  it('RFC 9110 answers HEAD like GET, without the body', async () => {
    const { ask, bearer } = await startServer()
    const [got, head] = [
      await ask({ path: countriesPath, headers: bearer }),
      await ask({ method: 'HEAD', path: countriesPath, headers: bearer }),
    ]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.header('Content-Length')).toBe(String(Buffer.byteLength(got.text)))
    expect(head.header('ETag')).toBe(got.header('ETag'))
    expect(head.header('RateLimit')).toBe('"default";r=98;t=60')
  })

  it('5.4 refuses HEAD without a key, without a body', async () => {
    const { ask } = await startServer()
    const response = await ask({ method: 'HEAD', path: countriesPath })
    expect(response.status).toBe(401)
    expect(response.text).toBe('')
  })

  it.each<[string, [string, string][], string]>([
    ['half a JSON text', [['Content-Type', 'application/json']], '{"a":'],
    ['no type', [], '{}'],
    ['an empty type', [['Content-Type', '']], '{}'],
    ['another type', [['Content-Type', 'text/xml']], '<a/>'],
    ['a type that is none', [['Content-Type', 'json; ;;="']], '{}'],
    [
      'a type with tabs and parameters',
      [['Content-Type', 'application/json\t;\tcharset=utf-16']],
      '{}',
    ],
    ['a form', [['Content-Type', 'multipart/form-data; boundary=a']], '--a\r\n'],
    [
      'two types',
      [
        ['Content-Type', 'application/json'],
        ['Content-Type', 'text/plain'],
      ],
      '{}',
    ],
    ['a coding that lies', [['Content-Encoding', 'gzip']], 'this is no gzip'],
    ['a coding that nobody knows', [['Content-Encoding', 'canary']], '{}'],
    ['bytes that are no text', [['Content-Type', 'application/json']], '\xff\xfe\0'],
  ])(
    '4.1.requestBody answers a call that brings %s, and reads it as nothing',
    async (_says, headers, body) => {
      const { ask, bearer } = await startServer()
      const length = ['Content-Length', String(body.length)] as const
      const response = await ask({ headers: [...bearer, ...headers, length], body })
      expect(response.status).toBe(200)
      const refused = await ask({ headers: [...headers, length], body })
      expect(refused.status).toBe(401)
      const posted = await ask({ method: 'POST', headers: [...bearer, ...headers, length], body })
      expect(posted.status).toBe(405)
    },
  )

  it.each([
    ['text/html', 'Accept'],
    ['application/json;q=0', 'Accept'],
    ['image/*', 'Accept'],
    [',;=', 'Accept'],
    ['xx', 'Accept-Language'],
    ['utf-16', 'Accept-Charset'],
  ])('4.1.success is JSON, also to a caller who would rather have %s (%s)', async (value, name) => {
    const { ask, bearer } = await startServer()
    const response = await ask({ headers: [...bearer, [name, value]] })
    expect([response.status, response.header('Content-Type')]).toEqual([200, 'application/json'])
  })
})
