import { describe, expect, it } from 'vitest'
import { createThings } from './start-things.ts'
import { thing } from './things-surface.ts'

const list = async (
  query: string,
  { headers = {}, parameters = 'strict' as 'strict' | 'tolerant' } = {},
) => {
  const { app, given } = createThings({ parameters })
  const { statusCode, body } = await app.inject({ url: `/things${query}`, headers })
  return { statusCode, body: JSON.parse(body), given: given[0] }
}

describe('query parameters', () => {
  it.each<[says: string, query: string, want: object]>([
    ['nothing', '?', {}],
    ['an integer', '?limit=-12', { limit: -12 }],
    ['text that looks like a number', '?name=12', { name: '12' }],
    ['percent-encoded UTF-8 and a plus', '?name=%C3%A9+%2B%26%3D', { name: 'é +&=' }],
    ['an equals sign within a value', '?name=a=b', { name: 'a=b' }],
    ['an encoded name', '?n%61me=a', { name: 'a' }],
    ['empty parts between ampersands', '?&limit=1&&', { limit: 1 }],
  ])('reads %s', async (_, query, want) => {
    expect(await list(query)).toMatchObject({ statusCode: 200, given: { query: want } })
  })

  it.each<[says: string, query: string, path: string, keyword: string]>([
    ['text for an integer', '?limit=ten', '/query/limit', 'type'],
    ['a name alone', '?limit', '/query/limit', 'type'],
    ['a fraction for an integer', '?limit=1.5', '/query/limit', 'type'],
    ['an integer that is not exact', '?limit=9007199254740993', '/query/limit', 'type'],
    ['a leading zero', '?limit=010', '/query/limit', 'type'],
    ['one value given twice', '?limit=1&limit=2', '/query/limit', 'maxItems'],
    ['an escape cut short', '?name=%C3', '/query/name', 'pattern'],
    ['a NUL', '?name=a%00b', '/query/name', 'pattern'],
    ['an unknown parameter', '?lmit=1', '/query/lmit', 'additionalProperties'],
    ['a slash in a name', '?a/b~=1', '/query/a~1b~0', 'additionalProperties'],
    ['a name that every object has', '?__proto__=1', '/query/__proto__', 'additionalProperties'],
    ['a name that cannot be decoded', '?%FF=1', '/query/%FF', 'additionalProperties'],
  ])('if strict, refuses %s with 400; if tolerant, ignores it', async (_, query, path, keyword) => {
    const issues = [{ path, keyword, message: expect.stringMatching(/^(expected|is) /) }]
    const body = { status: 400, issues }
    expect(await list(query)).toEqual({ statusCode: 400, body, given: undefined })
    const tolerant = await list(query, { parameters: 'tolerant' })
    expect([tolerant.statusCode, tolerant.given?.query]).toEqual([200, {}])
  })

  it('reports every problem, up to 100', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `q${index}=`).join('&')
    const { issues } = (await list(`?limit=x&${many}`)).body
    expect([issues[0].path, issues[1].path, issues.length]).toEqual([
      '/query/limit',
      '/query/q0',
      100,
    ])
  })
})

describe('header parameters', () => {
  it('are read in any letter case, and passed on under the name in the document', async () => {
    const { given } = await list('', { headers: { 'x-TRACE': '7' } })
    expect(given?.headers).toEqual({ 'X-Trace': 7 })
  })

  it.each([
    ['of another form', '7x', 'type'],
    ['on two lines', ['7', '7'], 'maxItems'],
  ])('are refused %s', async (_, value, keyword) => {
    const { statusCode, body } = await list('', { headers: { 'x-trace': value } })
    expect(statusCode).toBe(400)
    expect(body.issues).toEqual([expect.objectContaining({ path: '/headers/X-Trace', keyword })])
  })
})

describe('path parameters', () => {
  const revoke = async (id: string) => {
    const { app, given } = createThings()
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/things/${id}/revoke` })
    return { statusCode, body: JSON.parse(body), given: given[0] }
  }

  it('are passed on under the name in the document, whatever the router calls them', async () => {
    const params = { 'thing:id': thing.uuid }
    const given = { params, query: {}, headers: {}, body: undefined }
    expect(await revoke(thing.uuid)).toMatchObject({ statusCode: 200, given })
  })

  it.each([
    ['of another form', 'x'],
    ['with a NUL', '%00'],
    ['that is empty', ''],
  ])('are refused %s', async (_, id) => {
    const { statusCode, body, given } = await revoke(id)
    expect([statusCode, body.issues[0].path, given]).toEqual([400, '/path/thing:id', undefined])
  })

  it('are refused even in tolerant mode, like a missing required query parameter', async () => {
    const { app, given } = createThings({ parameters: 'tolerant' })
    const response = await app.inject({ method: 'PATCH', url: '/things/x?other=1' })
    expect(response.statusCode).toBe(400)
    const paths = response.json().issues.map(({ path }: { path: string }) => path)
    expect(new Set(paths)).toEqual(new Set(['/path/thing:id', '/query/dry']))
    expect(given).toEqual([])
  })
})
