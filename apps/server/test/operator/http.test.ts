import { exchangeBytes } from '@partner-platform/settings/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { operations, parseOperatorErrorSent } from '../../src/generated/index.ts'
import { buildServer } from '../../src/index.ts'
import { free, openServer, operatorToken } from '../start-server.ts'
import { parseResponses, steady } from '../wire.ts'

const { path } = operations.listPartners
const authorization = `Authorization: Bearer ${operatorToken}`

describe('the operator surface over HTTP', async () => {
  const operator = await openServer()
  const options = { database: operator.database, environment: 'development' } as const
  afterAll(() => operator.close())

  async function send(head: string[]) {
    const bytes = await exchangeBytes(operator.operatorUrl, `${head.join('\r\n')}\r\n\r\n`)
    const [response] = parseResponses(bytes)
    if (!response) throw new Error('Expected a response.')
    const { status, text, header } = response
    const requestId = header('X-Request-Id')
    expect(requestId).toBeDefined()
    if (status >= 400) expect(JSON.parse(text).error.requestId).toBe(requestId)
    return response
  }
  const get = (target: string, ...lines: string[]) =>
    send([`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines])

  it.each([
    ['another scheme', [`Authorization: Basic ${operatorToken}`]],
    ['another token', ['Authorization: Bearer another-token-of-the-same-length-0123456']],
    ['the start of the token', [`Authorization: Bearer ${operatorToken.slice(0, -1)}`]],
    ['two tokens', [`Authorization: Bearer ${operatorToken} ${operatorToken}`]],
    ['two lines', [authorization, authorization]],
    ['an API key', [`x-api-key: ${operatorToken}`]],
  ])('I11 %s in place of the token gets the same 401 as no token', async (_name, lines) => {
    const want = await get(path)
    const reply = await get(path, ...lines)
    const id = (text: string) => JSON.parse(text).error.requestId
    expect(reply.status).toBe(401)
    expect(steady(reply)).toEqual(steady(want))
    expect(reply.text.replace(id(reply.text), '')).toBe(want.text.replace(id(want.text), ''))
    expect(operator.logs.join('')).toContain(`"requestId":"${id(reply.text)}"`)
  })

  it.each([
    ['localhost', 200],
    ['LOCALHOST:4011', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:4011', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.2', 421],
    ['', 421],
  ])(
    'a Host of %o is answered with %d on every path, before the token is checked',
    async (host, status) => {
      for (const target of [path, '/livez', ...(status === 421 ? ['/none'] : [])]) {
        const head = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close']
        expect((await send([...head, authorization])).status).toBe(status)
        if (status === 421) expect((await send(head)).status).toBe(status)
      }
    },
  )

  it('RFC 9110 accepts the scheme in any letter case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      expect((await get(path, `Authorization: ${scheme} ${operatorToken}`)).status).toBe(200)
    }
  })

  it.each<[string, number, string, string[]]>([
    ['an unknown path', 404, 'not_found', ['GET /operator/v1/nothing HTTP/1.1', authorization]],
    [
      'a path that cannot be decoded',
      ...([400, 'bad_request'] as const),
      [`GET ${path}/%zz HTTP/1.1`, authorization],
    ],
    ['another method', 405, 'method_not_allowed', [`DELETE ${path} HTTP/1.1`, authorization]],
    ['another method without the token', 401, 'unauthorized', [`DELETE ${path} HTTP/1.1`]],
    ['a long URL', 414, 'uri_too_long', [`GET ${path}?x=${'y'.repeat(5_000)} HTTP/1.1`]],
    [
      'large headers',
      ...([431, 'header_fields_too_large'] as const),
      [`GET ${path} HTTP/1.1`, `X: ${'y'.repeat(20_000)}`],
    ],
    ['an expectation', 417, 'expectation_failed', [`GET ${path} HTTP/1.1`, 'Expect: more']],
  ])('D-028 %s gets the envelope', async (_name, want, code, head) => {
    const { status, text } = await send([...head, 'Host: localhost', 'Connection: close'])
    expect(status).toBe(want)
    const value = { statusCode: want, error: { code } }
    expect(parseOperatorErrorSent(JSON.parse(text))).toMatchObject({ ok: true, value })
  })

  it.each([101, 4_000])('I11 an id of %i characters gets 401 without the token', async (length) => {
    const target = operations.getDelivery.path.replace(/\{.*/, 'a'.repeat(length))
    expect((await get(target)).status).toBe(401)
    const { status, text } = await get(target, authorization)
    expect([status, JSON.parse(text).error.issues[0].path]).toEqual([400, '/path/deliveryId'])
  })

  it('RFC 9110 lists the methods of a path', async () => {
    const head = ['Host: localhost', 'Connection: close', authorization]
    const options = await send([`OPTIONS ${path} HTTP/1.1`, ...head])
    const refused = await send([`DELETE ${path} HTTP/1.1`, ...head])
    for (const { header } of [options, refused])
      expect(header('Allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect(options.status).toBe(204)
  })

  it.each([
    ['empty', ''],
    ['short', 'x'.repeat(31)],
    ['with a space', `${'x'.repeat(32)} y`],
    ['beyond ASCII', `${'x'.repeat(32)}é`],
  ])('F20 rejects a token that is %s, without quoting it', async (_name, bad) => {
    const built = await buildServer({ ...options, operatorToken: bad }).catch((error) => error)
    expect(built).toBeInstanceOf(TypeError)
    expect(built.message).toMatch(/^The operator token must be .*, not text of \d+ characters\./)
    if (bad !== '') expect(built.message).not.toContain(bad)
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.0.0.1.example.com'])(
    'D-028 does not listen on %s',
    async (host) => {
      const server = await buildServer({ ...options, operatorToken })
      const addresses = { partners: free, operator: { host, port: 0 } }
      await expect(server.listen(addresses)).rejects.toThrow(TypeError)
      await server.close()
    },
  )
})
