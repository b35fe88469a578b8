import { httpLimits } from '@partner-platform/http-edge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInbox, type Inbox } from '../../src/index.ts'
import { securityHeaders } from '../../src/page/create-page-app.ts'
import { useStore } from '../use-store.ts'
import { exchange } from '../wire.ts'
import { type Asked, openPage } from './start-page.ts'

const store = useStore('embedded')
let inbox: Inbox
let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  inbox = await createInbox(await store.empty(), { environment: 'development' })
  opened = await openPage(inbox.view)
})
afterAll(() => opened.page.close().then(inbox.close))

const replayPath = '/api/entries/0000000000000001/replay'
const acceptPath = '/api/entries/0000000000000001/accept'
const json = 'Content-Type: application/json'

const toLines = (text: string) =>
  text === '' ? [] : text.split('\n').map((line) => line.split(': ') as [string, string])
const statusOf = async (path: string, headers: string, method = 'GET') => {
  const asked = { method, headers: toLines(headers), body: Buffer.from('{}') }
  return (await opened.request(path, asked)).status
}

describe('access', () => {
  it.each([
    ['localhost', 'Host: localhost:4021', 200],
    ['capital letters', 'Host: LOCALHOST', 200],
    ['IPv6', 'Host: [::1]:4021', 200],
    ['another port, as a tunnel has it', 'Host: 127.0.0.1:9', 200],
    ['a name that points here', 'Host: evil.example', 421],
    ['an empty name', 'Host: ', 421],
  ])('depends on the host: %s', async (_, headers, status) => {
    for (const path of ['/', '/main.js', '/api/entries']) {
      expect([path, await statusOf(path, headers)]).toEqual([path, status])
    }
  })

  it.each([
    ['this page', 'Sec-Fetch-Site: same-origin', 200],
    ['the address bar', 'Sec-Fetch-Site: none', 200],
    ['no browser', '', 200],
    ['another port of this machine', 'Sec-Fetch-Site: same-site', 403],
    ['another site', 'Sec-Fetch-Site: cross-site', 403],
    ['two sites at once', 'Sec-Fetch-Site: same-origin\nSec-Fetch-Site: cross-site', 403],
    ['its own origin', 'Host: localhost:1\nOrigin: http://localhost:1', 200],
    ['its own origin behind TLS', 'Host: localhost:1\nOrigin: https://localhost:1', 200],
    ['the origin of another port', 'Host: localhost:1\nOrigin: http://localhost:2', 403],
    ['a foreign origin', 'Origin: https://evil.example', 403],
    ['an opaque origin', 'Origin: null', 403],
  ])('depends on what a browser adds: %s', async (_, headers, status) => {
    const isOwn = status === 200
    expect(await statusOf('/api/entries', headers)).toBe(status)
    for (const path of [replayPath, acceptPath]) {
      const lines = [headers, json].filter((line) => line !== '').join('\n')
      expect(await statusOf(path, lines, 'POST')).toBe(isOwn ? 404 : status)
    }
    expect(await statusOf('/api/changes', headers, 'HEAD')).toBe(isOwn ? 405 : status)
  })

  it('allows links of other sites to the page itself', async () => {
    expect(await statusOf('/', 'Sec-Fetch-Site: cross-site')).toBe(200)
  })

  it.each([
    ['JSON', json, 404],
    ['JSON with its encoding', `${json}; charset=utf-8`, 404],
    ['no type', '', 415],
    ['text, as a form of another site can send it', 'Content-Type: text/plain', 415],
    ['a form', 'Content-Type: application/x-www-form-urlencoded', 415],
    ['two types', `${json}, text/plain`, 415],
  ])('can change something only with JSON: %s', async (_, headers, status) => {
    for (const path of [replayPath, acceptPath]) {
      expect(await statusOf(path, headers, 'POST')).toBe(status)
    }
  })
})

it.each([
  ['/main.js', 'DELETE', 'get, head'],
  ['/api/entries', 'OPTIONS', 'get, head'],
  ['/api/entries/1', 'PROPFIND', 'get, head'],
  [replayPath, 'GET', 'post'],
  ['/api/changes', 'POST', 'get'],
])('%s with %s gets 405', async (path, method, allow) => {
  const { status, headers } = await opened.request(path, { method })
  expect([status, headers.allow]).toEqual([405, allow])
})

it.each(['/nothing', '/../package.json', '/%2e%2e/package.json'])('%s gets 404', async (path) => {
  expect(await statusOf(path, '')).toBe(404)
})

it.each([
  ...['limit=0', 'limit=201', 'limit=1e2', 'limit=', 'limit=1&limit=2'],
  ...['state=none', 'state=', 'state=toString', 'other=1', 'toString=1'],
  ...['before=', 'before=a%20b', `before=${'1'.repeat(65)}`, `search=${'x'.repeat(201)}`],
])('the list with %s gets 400', async (query) => {
  const answer = await opened.json(`/api/entries?${query}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-query' } })
})

it.each([
  ...['limit=200', 'limit=1', 'state=failed', 'search=', `search=${'%F0%9F%98%80'.repeat(200)}`],
  ...['search=%00', 'search=%27;--', 'search=%E2%80%AE', 'search=%ff', 'search=a%0Ab'],
])('the list with %s gets 200', async (query) => {
  expect(await statusOf(`/api/entries?${query}`, '')).toBe(200)
})

describe('every answer', () => {
  it.each<[string, string, Asked, number]>([
    ['the page', '/', {}, 200],
    ['a list', '/api/entries', {}, 200],
    ['a malformed path', '/%zz', {}, 400],
    ['a foreign origin', '/api/entries', { headers: [['Origin', 'null']] }, 403],
    ['nothing', '/nothing', {}, 404],
    ['a wrong method', '/', { method: 'POST' }, 405],
    ['a URL that is too long', `/${'x'.repeat(httpLimits.urlCharacters)}`, {}, 414],
    ['a foreign host', '/', { headers: [['Host', 'evil.example']] }, 421],
    [
      'a body that is too large',
      replayPath,
      { method: 'POST', headers: toLines(json), body: Buffer.alloc(2_000_000, ' ') },
      400,
    ],
  ])('has the security headers: %s', async (_, path, asked, status) => {
    const answer = await opened.request(path, asked)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(securityHeaders)
    if (status !== 200) expect(answer.headers['content-type']).toContain('application/json')
  })

  it('has them even if the request is unreadable', async () => {
    for (const bytes of ['\0\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n']) {
      const [answer] = await exchange(opened.url, bytes)
      expect(answer?.status).toBe(400)
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect(answer?.head.toLowerCase()).toContain(`${name}: ${value}`)
      }
    }
  })

  it('allows nothing from outside the page', () => {
    const policy = securityHeaders['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/)
  })
})

it('the page listens on this machine only', async () => {
  const problem = 'The host of the inbox page must be one of 127.0.0.1, ::1, localhost'
  const listening = opened.page.listen({ host: '0.0.0.0', port: 0 })
  await expect(listening).rejects.toThrow(TypeError)
  await expect(listening).rejects.toThrow(problem)
})
