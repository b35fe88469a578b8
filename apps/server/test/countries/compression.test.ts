import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { pickCoding } from '../../src/http/add-compression.ts'
import { openServer } from '../start-server.ts'
import type { WireRequest } from '../wire.ts'

describe('pickCoding', () => {
  it.each<[string, 'br' | 'gzip' | null]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.1', null],
    ['*;q=0.1', 'br'],
    ['', null],
    // Nothing is acceptable: HTTP lets the server ignore the header.
    ['br;q=0, gzip;q=0, identity;q=0', null],
    ['gzip;q=abc', null],
    [',,,', null],
  ])('RFC 9110 answers "%s" with %s', (accepted, coding) => {
    expect(pickCoding(accepted)).toBe(coding)
  })
})

describe('the coding of the list', async () => {
  const server = await openServer({ rateLimit: { quota: 1_000, windowSeconds: 60 } })
  const plain = await server.ask({ headers: server.bearer })
  afterAll(() => server.close())

  const askFor = (accepted: string, more: WireRequest = {}) =>
    server.ask({ ...more, headers: [...server.bearer, ['Accept-Encoding', accepted]] })

  it('is none if the caller does not send Accept-Encoding', () => {
    expect(plain.header('Content-Encoding')).toBeUndefined()
    expect(plain.header('Vary')).toBe('Origin, Accept-Encoding')
  })

  it('makes it smaller, with the same bytes each time and otherwise the same headers', async () => {
    const [br, gzip] = [await askFor('br'), await askFor('gzip')]
    expect((await askFor('br')).body).toEqual(br.body)
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    for (const { body, header } of [br, gzip]) {
      expect(body.length).toBeLessThan(plain.body.length / 2)
      expect(header('Content-Length')).toBe(String(body.length))
      for (const name of ['ETag', 'Vary', 'Cache-Control', 'Content-Type'])
        expect(header(name)).toBe(plain.header(name))
    }
    expect(plain.header('ETag')).toMatch(/^W\//)
  })

  it('RFC 9110 is the same for HEAD as for GET', async () => {
    const [got, head] = [await askFor('br'), await askFor('br', { method: 'HEAD' })]
    expect(head.body.length).toBe(0)
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) {
      expect(head.header(name)).toBe(got.header(name))
    }
  })

  it('is none for errors and for 304, which are small', async () => {
    const refused = await server.ask({ headers: [['Accept-Encoding', 'br']] })
    expect([refused.status, refused.header('Content-Encoding')]).toEqual([401, undefined])
    const known = [['If-None-Match', plain.header('ETag') ?? ''] as const]
    const headers = [...server.bearer, ['Accept-Encoding', 'br'] as const, ...known]
    const unchanged = await server.ask({ headers })
    expect([unchanged.status, unchanged.header('Content-Encoding')]).toEqual([304, undefined])
  })

  it('applies to the new list after a change', async () => {
    const before = await askFor('br')
    await server.operator.PATCH('/operator/v1/settings', { body: { unsupportedCountries: ['FR'] } })
    const after = await askFor('br')
    expect(JSON.parse(after.text).result.length).toBe(JSON.parse(before.text).result.length - 1)
  })
})
