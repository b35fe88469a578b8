import { afterAll, describe, expect, it } from 'vitest'
import { openServer } from '../start-server.ts'

describe('requests that call no operation', async () => {
  const server = await openServer({ rateLimit: { quota: 1_000, windowSeconds: 60 } })
  afterAll(() => server.close())

  it('D-016 answers a body for an unknown path in the envelope', async () => {
    const headers = [['Content-Length', '1']] as const
    const { status, text } = await server.ask({ method: 'POST', path: '/x', headers, body: '{' })
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found'])
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
    'RFC 9110 answers %s on the path with 405 and the allowed methods',
    async (method) => {
      const response = await server.ask({ method })
      expect([response.status, response.header('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(JSON.parse(response.text).error.code).toBe('method_not_allowed')
    },
  )

  it('RFC 9110 answers HEAD like GET, without the body', async () => {
    const { ask, bearer: headers } = server
    const got = await ask({ headers })
    const head = await ask({ method: 'HEAD', headers })
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['Content-Length', 'ETag']) expect(head.header(name)).toBe(got.header(name))
    const left = (response: typeof got) => Number(response.header('X-RateLimit-Remaining'))
    expect(left(head)).toBe(left(got) - 1)
  })

  it('5.4 refuses HEAD without a key, without a body', async () => {
    const response = await server.ask({ method: 'HEAD' })
    expect([response.status, response.text]).toEqual([401, ''])
  })

  it.each<[string, [string, string][], string]>([
    ['half a JSON text', [['Content-Type', 'application/json']], '{"a":'],
    ['no type', [], '{}'],
    ['an invalid type', [['Content-Type', 'json; ;;="']], '{}'],
    ['two types', ['application/json', 'text/plain'].map((type) => ['Content-Type', type]), '{}'],
    ['a false coding', [['Content-Encoding', 'gzip']], 'this is no gzip'],
  ])(
    '4.1.requestBody answers a call with a body that is %s, and ignores the body',
    async (_says, lines, body) => {
      const { ask, bearer } = server
      const headers = [...lines, ['Content-Length', String(body.length)] as const]
      const answered = [
        await ask({ headers: [...bearer, ...headers], body }),
        await ask({ headers, body }),
        await ask({ method: 'POST', headers: [...bearer, ...headers], body }),
      ]
      expect(answered.map(({ status }) => status)).toEqual([200, 401, 405])
    },
  )

  it('4.1.success is JSON, even if the caller prefers something else', async () => {
    const wishes = [
      ...['text/html', 'application/json;q=0', ',;='].map((value) => ['Accept', value] as const),
      ...[['Accept-Language', 'xx'] as const, ['Accept-Charset', 'utf-16'] as const],
    ]
    for (const wish of wishes) {
      const response = await server.ask({ headers: [...server.bearer, wish] })
      expect([response.status, response.header('Content-Type')]).toEqual([200, 'application/json'])
    }
  })
})
