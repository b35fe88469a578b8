import { afterAll, describe, expect, it } from 'vitest'
import { matchesEntityTag } from '../../src/http/matches-entity-tag.ts'
import { openServer } from '../start-server.ts'
import type { WireRequest } from '../wire.ts'

describe('matchesEntityTag', () => {
  it.each<[string, string, boolean]>([
    ['the tag as it was sent', 'W/"tag"', true],
    ['its strong form, because the comparison is weak', '"tag"', true],
    ['a star', ' * ', true],
    ['a list with it at the end', '"a", W/"b",W/"tag"', true],
    ['a list with a tag that has a comma in it', '"a,b", W/"tag"', true],
    ['another tag', '"another"', false],
    ['nothing', '', false],
    ['the tag without quotes', 'tag', false],
    ['the tag in another case', '"TAG"', false],
    ['the tag with a prefix', '"atag"', false],
    ['a star in quotes', '"*"', false],
    ['a star among tags', '"a", *', false],
    ['junk', '<>{}[]\\;=@#', false],
  ])('D-022 compares %s', (_says, value, want) => {
    expect(matchesEntityTag(value, 'W/"tag"')).toBe(want)
  })

  it('takes linear time on hostile input', () => {
    const hostile = `${'W/"'.repeat(50_000)}${'"!'.repeat(50_000)}`
    const startedMs = performance.now()
    expect(matchesEntityTag(hostile, 'W/"a"')).toBe(false)
    expect(performance.now() - startedMs).toBeLessThan(1_000)
  })
})

/** Headers of a 304, which a 200 would also have. */
const wanted304 = ['etag', 'cache-control', 'vary', 'ratelimit-policy', 'ratelimit']

describe('If-None-Match', async () => {
  const server = await openServer({ rateLimit: { quota: 1_000, windowSeconds: 60 } })
  const entityTag = (await server.ask({ headers: server.bearer })).header('ETag') ?? ''
  afterAll(() => server.close())

  const askWith = (lines: readonly (readonly [string, string])[], more: WireRequest = {}) =>
    server.ask({ ...more, headers: [...server.bearer, ...lines] })

  it('D-022 gets 304 without a body if it names the tag', async () => {
    const response = await askWith([['If-None-Match', `"a", ${entityTag}`]])
    expect([response.status, response.body.length]).toEqual([304, 0])
    expect(response.header('ETag')).toBe(entityTag)
    const names = response.lines.map(([name]) => name.toLowerCase())
    expect(names).toEqual(expect.arrayContaining(wanted304))
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      expect(names).not.toContain(name)
    }
  })

  it.each([
    ['names another tag', ['"another"']],
    ['is many quotes', ['"'.repeat(8_000)]],
    ['comes on two lines', ['*', '*']],
  ])('D-022 gets the list if it %s', async (_says, values) => {
    const response = await askWith(values.map((value) => ['If-None-Match', value] as const))
    expect(response.status).toBe(200)
    expect(response.body.length).toBeGreaterThan(1_000)
  })

  it('8.1 counts as a call, and HEAD gets 304 too', async () => {
    const ask = async (method: string) => {
      const { status, header } = await askWith([['If-None-Match', '*']], { method })
      return [status, Number(header('X-RateLimit-Remaining'))]
    }
    const [status, left = 0] = await ask('GET')
    expect([status, await ask('HEAD')]).toEqual([304, [304, left - 1]])
  })

  it.each([
    ['If-Match', '"another"'],
    ['If-Modified-Since', 'Sat, 01 Jan 2028 00:00:00 GMT'],
    ['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
    ['If-Range', '"another"'],
    ['Range', 'bytes=0-1'],
  ])('RFC 9110 is the only supported condition: %s changes nothing', async (name, value) => {
    expect((await askWith([[name, value]])).status).toBe(200)
  })
})
