import { httpLimits } from '@partner-platform/http-edge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from '../../src/page/create-page-app.ts'
import { useStore } from '../use-store.ts'
import { exchange, type WireRequest } from '../wire.ts'
import { type Asked, openPage } from './start-page.ts'

const store = useStore('embedded')
let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  opened = await openPage(await store.empty())
})
afterAll(() => opened.close())

type Lines = NonNullable<WireRequest['headers']>

const json = ['Content-Type', 'application/json'] as const
const replayPath = '/api/entries/0000000000000001/replay'
const acceptPath = '/api/entries/0000000000000001/accept'
const post = (headers: Lines): Asked => ({ method: 'POST', headers, body: Buffer.from('{}') })

describe('who may ask', () => {
  it.each<[string, Lines, number]>([
    ['localhost', [['Host', 'localhost:4021']], 200],
    ['capital letters', [['Host', 'LOCALHOST']], 200],
    ['IPv6', [['Host', '[::1]:4021']], 200],
    ['another port, as a tunnel has it', [['Host', '127.0.0.1:9']], 200],
    ['a name that was pointed here', [['Host', 'evil.example']], 421],
    ['a name that starts alike', [['Host', 'localhost.evil.example']], 421],
    ['a name that ends alike', [['Host', 'evil-localhost']], 421],
    ['another loopback address', [['Host', '127.0.0.2']], 421],
    ['an empty name', [['Host', '']], 421],
  ])('is told by the host: %s', async (_, headers, status) => {
    const { request } = opened
    for (const path of ['/', '/main.js', '/api/entries']) {
      expect([path, (await request(path, { headers })).status]).toEqual([path, status])
    }
  })

  it.each<[string, Lines, number]>([
    ['a browser on this page', [['Sec-Fetch-Site', 'same-origin']], 200],
    ['a reader who typed the address', [['Sec-Fetch-Site', 'none']], 200],
    ['no browser', [], 200],
    ['another port of this machine', [['Sec-Fetch-Site', 'same-site']], 403],
    ['another site', [['Sec-Fetch-Site', 'cross-site']], 403],
    [
      'two sites at once',
      [
        ['Sec-Fetch-Site', 'same-origin'],
        ['Sec-Fetch-Site', 'cross-site'],
      ],
      403,
    ],
    [
      'its own origin',
      [
        ['Host', 'localhost:1'],
        ['Origin', 'http://localhost:1'],
      ],
      200,
    ],
    [
      'its own behind TLS',
      [
        ['Host', 'localhost:1'],
        ['Origin', 'https://localhost:1'],
      ],
      200,
    ],
    [
      'the origin of another port',
      [
        ['Host', 'localhost:1'],
        ['Origin', 'http://localhost:2'],
      ],
      403,
    ],
    ['a foreign origin', [['Origin', 'https://evil.example']], 403],
    ['an opaque origin', [['Origin', 'null']], 403],
  ])('is told by what a browser adds: %s', async (_, headers, status) => {
    const { request } = opened
    expect((await request('/api/entries', { headers })).status).toBe(status)
    const posted = status === 200 ? 404 : status
    for (const path of [replayPath, acceptPath]) {
      expect((await request(path, post([...headers, json]))).status).toBe(posted)
    }
    expect((await request('/api/changes', { headers, method: 'HEAD' })).status).toBe(
      status === 200 ? 405 : status,
    )
  })

  it('may come to the page itself by a link of another site', async () => {
    const { request } = opened
    const headers = [['Sec-Fetch-Site', 'cross-site']] as const
    expect((await request('/', { headers })).status).toBe(200)
  })

  it.each<[string, Lines, number]>([
    ['JSON', [json], 404],
    ['JSON with its encoding', [['Content-Type', 'application/json; charset=utf-8']], 404],
    ['none', [], 415],
    ['text, as a form of another site can send it', [['Content-Type', 'text/plain']], 415],
    ['a form', [['Content-Type', 'application/x-www-form-urlencoded']], 415],
    ['two types', [['Content-Type', 'application/json, text/plain']], 415],
  ])('replays and accepts by JSON only: %s', async (_, headers, status) => {
    const { request } = opened
    for (const path of [replayPath, acceptPath]) {
      expect((await request(path, post(headers))).status).toBe(status)
    }
  })
})

describe('what is asked', () => {
  it.each([
    ['/', 'POST', 'GET, HEAD'],
    ['/main.js', 'DELETE', 'GET, HEAD'],
    ['/api/entries', 'POST', 'GET, HEAD'],
    ['/api/entries', 'OPTIONS', 'GET, HEAD'],
    ['/api/entries/1', 'PUT', 'GET, HEAD'],
    ['/api/entries/1/body', 'POST', 'GET, HEAD'],
    [replayPath, 'GET', 'POST'],
    [replayPath, 'OPTIONS', 'POST'],
    [acceptPath, 'GET', 'POST'],
    ['/api/changes', 'POST', 'GET'],
    ['/api/entries', 'PROPFIND', 'GET, HEAD'],
  ])('%s by %s is answered 405', async (path, method, allow) => {
    const { request } = opened
    const { status, headers } = await request(path, { method })
    expect([status, headers.allow]).toEqual([405, allow.toLowerCase()])
  })

  it.each([
    '/nothing',
    '/api',
    '/static',
    '/../package.json',
    '/%2e%2e/package.json',
    '//',
    '/index.html',
  ])('%s is answered 404', async (path) => {
    const { request } = opened
    expect((await request(path)).status).toBe(404)
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=1e2',
    'limit=',
    'limit=1&limit=2',
    'state=none',
    'state=',
    'state=toString',
    'before=',
    'before=a%20b',
    `before=${'1'.repeat(65)}`,
    `search=${'x'.repeat(201)}`,
    'other=1',
  ])('a list with %s is answered 400', async (query) => {
    const { json } = opened
    expect(await json(`/api/entries?${query}`)).toMatchObject({
      ...{ status: 400, body: { code: 'malformed-query' } },
    })
  })

  it.each([
    'limit=200',
    'limit=1',
    'state=failed',
    `search=${'%F0%9F%98%80'.repeat(200)}`,
    'search=',
  ])('a list with %s is answered', async (query) => {
    const { json } = opened
    expect((await json(`/api/entries?${query}`)).status).toBe(200)
  })
})

describe('every answer', () => {
  it.each<[string, string, Asked, number]>([
    ['the page', '/', {}, 200],
    ['its head', '/', { method: 'HEAD' }, 200],
    ['a script', '/main.js', {}, 200],
    ['a list', '/api/entries', {}, 200],
    ['a malformed query', '/api/entries?limit=0', {}, 400],
    ['a malformed path', '/%zz', {}, 400],
    ['a foreign origin', '/api/entries', { headers: [['Origin', 'null']] }, 403],
    ['nothing', '/nothing', {}, 404],
    ['a wrong method', '/', { method: 'POST' }, 405],
    ['a URL that is too long', `/${'x'.repeat(httpLimits.urlCharacters)}`, {}, 414],
    ['a foreign host', '/', { headers: [['Host', 'evil.example']] }, 421],
    [
      'a body that is too large',
      replayPath,
      { ...post([json]), body: Buffer.alloc(2_000_000, ' ') },
      400,
    ],
  ])('has the security headers: %s', async (_, path, asked, status) => {
    const { request } = opened
    const answer = await request(path, asked)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(securityHeaders)
    if (status !== 200) expect(answer.headers['content-type']).toContain('application/json')
  })

  it('has them where there is no request that could be read', async () => {
    const { url } = opened
    for (const bytes of ['\0\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n']) {
      const [answer] = await exchange(url, bytes)
      expect(answer?.status).toBe(400)
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect(answer?.head.toLowerCase()).toContain(`${name}: ${value}`)
      }
    }
  })

  it('lets nothing in that is not of the page itself', () => {
    const policy = securityHeaders['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/)
  })
})

it('listens on this machine only', async () => {
  const { page } = opened
  for (const host of ['0.0.0.0', '::', '192.168.0.1', 'example.com']) {
    await expect(page.listen({ host, port: 0 })).rejects.toThrow(
      new TypeError(
        'The host of the inbox page cannot be used: expected 127.0.0.1, ::1, localhost, received another. Keep it on this machine.',
      ),
    )
  }
})
