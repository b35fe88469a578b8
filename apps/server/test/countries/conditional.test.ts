import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchesEntityTag } from '../../src/http/matches-entity-tag.ts'
import { openServer } from '../start-server.ts'

type Server = Awaited<ReturnType<typeof openServer>>

/** Headers that tell of what a 200 would have carried, and of nothing that only it has. */
const wanted304 = ['etag', 'cache-control', 'vary', 'ratelimit-policy', 'ratelimit']

describe('If-None-Match', () => {
  let server: Server
  let entityTag: string
  let opaque: string
  beforeAll(async () => {
    server = await openServer({ rateLimit: { quota: 1_000, windowSeconds: 60 } })
    const response = await server.ask({ headers: server.bearer })
    entityTag = response.header('ETag') ?? ''
    opaque = entityTag.replace('W/', '')
  })
  afterAll(() => server.close())

  const askWith = (value: string, more: Parameters<Server['ask']>[0] = {}) =>
    server.ask({ ...more, headers: [...server.bearer, ['If-None-Match', value]] })

  it.each<[string, (tags: { entityTag: string; opaque: string }) => string]>([
    ['the tag as it was sent', (tags) => tags.entityTag],
    ['the strong form of it, as the comparison is weak', (tags) => tags.opaque],
    ['a star', () => '*'],
    ['a list with it at the end', (tags) => `"a", W/"b",${tags.entityTag}`],
    ['a list with it in front', (tags) => `${tags.entityTag} , "b"`],
    ['a list with a tag that has a comma in it', (tags) => `"a,b", ${tags.entityTag}`],
  ])('D-022 gets 304 without a body for %s', async (_says, toValue) => {
    const response = await askWith(toValue({ entityTag, opaque }))
    expect([response.status, response.body.length]).toEqual([304, 0])
    expect(response.header('ETag')).toBe(entityTag)
    const names = response.lines.map(([name]) => name.toLowerCase())
    expect(names).toEqual(expect.arrayContaining(wanted304))
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      expect(names).not.toContain(name)
    }
  })

  it.each<[string, (tags: { entityTag: string; opaque: string }) => string]>([
    ['another tag', () => '"another"'],
    ['nothing', () => ''],
    ['the tag without quotes', (tags) => tags.opaque.slice(1, -1)],
    ['half a tag', (tags) => `${tags.opaque.slice(0, -2)}"`],
    ['the tag and more in it', (tags) => `"${tags.opaque.slice(1, -1)}x"`],
    ['the tag in another case', (tags) => tags.opaque.toUpperCase()],
    ['a tag that another one is part of', (tags) => `"a${tags.opaque.replaceAll('"', '')}"`],
    ['a small w before a tag that is another', () => 'w/"another"'],
    ['a star in quotes', () => '"*"'],
    ['a star among tags', () => '"a", *'],
    ['quotes that do not end', () => '"'],
    ['a list with empty members', (tags) => `, ,${tags.opaque},,`],
    ['junk', () => '<>{}[]\\;=@#'],
    ['a long list of others', () => '"a",'.repeat(1_000)],
    ['many quotes', () => '"'.repeat(8_000)],
  ])('D-022 gets the list for %s', async (_says, toValue) => {
    const response = await askWith(toValue({ entityTag, opaque }))
    expect(response.status).toBe(200)
    expect(response.body.length).toBeGreaterThan(1_000)
  })

  it('D-022 gets the list where it comes on two lines, which say less than one', async () => {
    const lines = [['If-None-Match', entityTag] as const, ['If-None-Match', '"a"'] as const]
    const response = await server.ask({ headers: [...server.bearer, ...lines] })
    expect(response.status).toBe(200)
  })

  it('5.4 opens nothing without a key', async () => {
    const response = await server.ask({ headers: [['If-None-Match', entityTag]] })
    expect(response.status).toBe(401)
  })

  it('8.1 counts as a call', async () => {
    const left = async () =>
      Number(/r=(\d+)/.exec((await askWith('*')).header('RateLimit') ?? '')?.[1])
    const before = await left()
    expect(await left()).toBe(before - 1)
  })

  it('RFC 9110 gets 304 for HEAD too', async () => {
    expect((await askWith(entityTag, { method: 'HEAD' })).status).toBe(304)
  })

  it.each([
    ['If-Match', '"another"'],
    ['If-Modified-Since', 'Sat, 01 Jan 2028 00:00:00 GMT'],
    ['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
    ['If-Range', '"another"'],
    ['Range', 'bytes=0-1'],
  ])('RFC 9110 is the one condition there is: %s changes nothing', async (name, value) => {
    const response = await server.ask({ headers: [...server.bearer, [name, value]] })
    expect(response.status).toBe(200)
  })
})

describe('matchesEntityTag', () => {
  it('takes time in proportion to what it reads, whatever that is', () => {
    const hostile = `${'W/"'.repeat(50_000)}${'"!'.repeat(50_000)}`
    const startedMs = performance.now()
    expect(matchesEntityTag(hostile, 'W/"a"')).toBe(false)
    expect(performance.now() - startedMs).toBeLessThan(1_000)
  })
})
