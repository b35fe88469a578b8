import { describe, expect, it } from 'vitest'
import { createThings } from './start-things.ts'
import { thing } from './things-surface.ts'

const list = async (
  query: string,
  { headers = {}, parameters = 'strict' as 'strict' | 'tolerant' } = {},
) => {
  const { app, given } = createThings({ options: { parameters } })
  const { statusCode, body } = await app.inject({ url: `/things${query}`, headers })
  return { statusCode, body: JSON.parse(body), given: given[0] }
}

const read: [says: string, query: string, want: object][] = [
  ['nothing', '', {}],
  ['a question mark alone', '?', {}],
  ['an integer', '?limit=12', { limit: 12 }],
  ['a negative integer', '?limit=-1', { limit: -1 }],
  ['a number', '?ratio=-1.5e2', { ratio: -150 }],
  ['booleans', '?exact=false', { exact: false }],
  ['text that looks like a number', '?name=12', { name: '12' }],
  ['percent-encoded UTF-8 and a plus', '?name=%C3%A9+%2B%26%3D', { name: 'é +&=' }],
  ['an equals sign within a value', '?name=a=b', { name: 'a=b' }],
  ['an encoded name', '?n%61me=a', { name: 'a' }],
  ['a value of no kind as it is', '?x%5B%5D=1', { 'x[]': '1' }],
  ['a list that is repeated', '?ids=1&limit=2&ids=3', { ids: [1, 3], limit: 2 }],
  ['a list of one', '?ids=1', { ids: [1] }],
  ['a list between commas, encoded ones kept', '?tags=a,b%2Cc', { tags: ['a', 'b,c'] }],
  ['empty parts between ampersands', '?&limit=1&&', { limit: 1 }],
]

const refused: [says: string, query: string, path: string, keyword: string][] = [
  ['text for an integer', '?limit=ten', '/query/limit', 'type'],
  ['nothing for an integer', '?limit=', '/query/limit', 'type'],
  ['a name alone', '?limit', '/query/limit', 'type'],
  ['a fraction for an integer', '?limit=1.5', '/query/limit', 'type'],
  ['an integer that is not exact', '?limit=9007199254740993', '/query/limit', 'type'],
  ['a hexadecimal number', '?limit=0x10', '/query/limit', 'type'],
  ['a leading zero', '?limit=010', '/query/limit', 'type'],
  ['white space', '?limit=%201', '/query/limit', 'type'],
  ['a number beyond all', '?ratio=1e999', '/query/ratio', 'type'],
  ['another word for true', '?exact=TRUE', '/query/exact', 'type'],
  ['one value given twice', '?limit=1&limit=2', '/query/limit', 'maxItems'],
  ['a list between commas given twice', '?tags=a&tags=b', '/query/tags', 'maxItems'],
  ['a wrong item', '?ids=1&ids=x', '/query/ids', 'items'],
  ['an empty item', '?tags=a,,b', '/query/tags', 'items'],
  ['an escape cut short', '?name=%C3', '/query/name', 'pattern'],
  ['bytes that no UTF-8 has', '?name=%FF', '/query/name', 'pattern'],
  ['a NUL', '?name=a%00b', '/query/name', 'pattern'],
  ['an unknown parameter', '?lmit=1', '/query/lmit', 'additionalProperties'],
  ['a name in another case', '?Limit=1', '/query/Limit', 'additionalProperties'],
  ['a slash in a name', '?a/b~=1', '/query/a~1b~0', 'additionalProperties'],
  ['a name that every object has', '?__proto__=1', '/query/__proto__', 'additionalProperties'],
  ['a name that cannot be decoded', '?%FF=1', '/query/%FF', 'additionalProperties'],
]

describe('query parameters', () => {
  it.each(read)('reads %s', async (_, query, want) => {
    expect(await list(query)).toMatchObject({ statusCode: 200, given: { query: want } })
    expect((await list(query)).given?.query).toEqual(want)
  })

  it.each(refused)('refuses %s with 400 where they are strict', async (_, query, path, keyword) => {
    const { statusCode, body, given } = await list(query)
    expect(statusCode).toBe(400)
    expect(body).toEqual({
      status: 400,
      issues: [{ path, keyword, message: expect.stringMatching(/^expected /) }],
    })
    expect(given).toBeUndefined()
  })

  it.each(refused)('takes %s as not sent where they are tolerant', async (_, query) => {
    const { statusCode, given } = await list(query, { parameters: 'tolerant' })
    expect(statusCode).toBe(200)
    expect(given?.query).toEqual({})
  })

  it('tells everything that is wrong, at most 100 of it', async () => {
    const { body } = await list('?limit=x&exact=x&foo=1')
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      '/query/exact',
      '/query/limit',
      '/query/foo',
    ])
    const many = Array.from({ length: 150 }, (_, index) => `q${index}=`).join('&')
    expect((await list(`?${many}`)).body.issues).toHaveLength(100)
  })
})

describe('header parameters', () => {
  it('are read by any case of their name, and given by the name of the document', async () => {
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
  const revoke = async (path: string) => {
    const { app, given } = createThings()
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/things/${path}` })
    return { statusCode, body: JSON.parse(body), given: given[0] }
  }

  it('are given by the name of the document, whatever the router makes of it', async () => {
    const { statusCode, given } = await revoke(`${thing.uuid}/revoke`)
    expect(statusCode).toBe(200)
    expect(given).toEqual({
      params: { 'thing:id': thing.uuid },
      query: {},
      headers: {},
      body: undefined,
    })
  })

  it.each([
    ['of another form', 'x', 'pattern'],
    ['with a slash in it', 'a%2Fb', 'pattern'],
    ['with a NUL', '%00', 'pattern'],
    ['that is empty', '', 'pattern'],
  ])('are refused %s', async (_, id) => {
    const { statusCode, body, given } = await revoke(`${id}/revoke`)
    expect(statusCode).toBe(400)
    expect(body.issues[0].path).toBe('/path/thing:id')
    expect(given).toBeUndefined()
  })

  it('are refused also where parameters are tolerant, as a required query parameter is', async () => {
    const { app, given } = createThings({ options: { parameters: 'tolerant' } })
    const response = await app.inject({ method: 'PATCH', url: '/things/x?other=1' })
    expect(response.statusCode).toBe(400)
    const paths = response.json().issues.map(({ path }: { path: string }) => path)
    expect(new Set(paths)).toEqual(new Set(['/path/thing:id', '/query/dry']))
    expect(given).toEqual([])
  })
})
