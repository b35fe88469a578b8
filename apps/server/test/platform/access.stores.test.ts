import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashApiKey, isApiKey } from '../../src/keys/api-key.ts'
import { createKeyStore } from '../../src/keys/key-store.ts'
import { createKey, isActive, listKeys, revokeKey, rotateKey } from '../../src/platform/api-keys.ts'
import { listCountrySupport, replaceCountrySupport } from '../../src/platform/countries.ts'
import { listEnvironments } from '../../src/platform/environments.ts'
import { createOrigin, deleteOrigin, listOrigins } from '../../src/platform/origins.ts'
import { getPartner, listPartners } from '../../src/platform/partners.ts'
import { watchChanges } from '../../src/store/watch-changes.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform, type TestPlatform } from './start-platform.ts'

const firstPage = { limit: 50, after: null }

describe(storeKind, () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform(storeKind)
  })
  afterAll(() => platform.stop())

  /** Whether every process is told, and only once the change can be read. */
  async function hearsOf(change: () => Promise<unknown>): Promise<boolean> {
    const heard = Promise.withResolvers<boolean>()
    let generation = 0
    const stop = await platform.database.listen('platform_access', {
      onPayload: () => heard.resolve(true),
      onLive: () => void generation++,
    })
    await change()
    const late = setTimeout(() => heard.resolve(false), 10_000)
    const isHeard = await heard.promise
    clearTimeout(late)
    await stop()
    return isHeard && generation > 0
  }

  async function issueKey(environment: 'development' | 'staging' = 'development') {
    const partner = await platform.makePartner()
    const given = { partner, environment, label: 'Booking site' }
    const issued = await platform.write((context) => createKey(given, context))
    if (!issued.ok) throw new Error('The key was not made.')
    return { ...issued, partner }
  }

  describe('partners', () => {
    it('are found by id, and pages of them neither repeat nor leave out one', async () => {
      const made: string[] = []
      for (let count = 0; count < 7; count++) {
        if (count % 3 === 0) platform.clock.advance(1)
        made.push(await platform.makePartner(`Partner ${count}`))
      }
      const seen: string[] = []
      let after: string | null = null
      do {
        const page = await listPartners({ limit: 2, after }, platform.orm)
        if (!page.ok) throw new Error('The cursor is unknown.')
        seen.push(...page.items.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      expect(seen.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted())
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen[0]).toBe(made.at(-1))
      expect(await getPartner(made[0] as string, platform.orm)).toMatchObject({
        ok: true,
        partner: { companyName: 'Partner 0' },
      })
      expect(await getPartner(randomUUID(), platform.orm)).toEqual({ ok: false, code: 'not-found' })
    })

    it.each([
      ['nothing of ours', 'abc'],
      ['half a cursor', Buffer.from('2025-06-14T09:30:00.000Z').toString('base64url')],
      ['a day that is none', cursor('2025-02-30T09:30:00.000Z', randomUUID())],
      ['a year that the store has not', cursor('0000-01-01T00:00:00.000Z', randomUUID())],
      ['an id that is none', cursor('2025-06-14T09:30:00.000Z', "'; drop table partners")],
      ['more than a cursor', cursor('2025-06-14T09:30:00.000Z', randomUUID(), 'more')],
      ['NUL', Buffer.from('a\0 b').toString('base64url')],
    ])('refuse a cursor that is %s', async (_name, after) => {
      const page = await listPartners({ limit: 2, after }, platform.orm)
      expect(page).toEqual({ ok: false, code: 'unknown-cursor' })
    })
  })

  describe('API keys', () => {
    it('D-020 are shown when they are made, and kept as their hash', async () => {
      const { key, apiKey } = await issueKey()
      expect(isApiKey(key)).toBe(true)
      expect(JSON.stringify(apiKey)).not.toContain(hashApiKey(key))
      const rows = await platform.database.query('select * from api_keys where id = $1', [
        apiKey.id,
      ])
      expect(rows).toMatchObject([{ sha256: hashApiKey(key), label: 'Booking site' }])
      expect(JSON.stringify(rows)).not.toContain(key)
    })

    it('need a partner', async () => {
      const given = { partner: randomUUID(), environment: 'development', label: 'x' } as const
      expect(await platform.write((context) => createKey(given, context))).toEqual({
        ok: false,
        code: 'invalid',
        issues: [{ path: '/partner', message: 'must name a partner', keyword: 'exists' }],
      })
    })

    it('D-020 are let in by every process until they are revoked, then by none', async () => {
      const { clock, database } = platform
      const freshness = await watchChanges(database)
      const keys = createKeyStore(database, { freshness, clock })
      const { key, apiKey } = await issueKey()
      expect(await keys.find(hashApiKey(key))).toMatchObject({ id: apiKey.id })
      const revoked = await platform.write((context) => revokeKey(apiKey.id, context))
      expect(revoked).toMatchObject({ ok: true, apiKey: { revokesAt: new Date(clock.wallMs()) } })
      await expect.poll(() => keys.find(hashApiKey(key)), { timeout: 10_000 }).toBeUndefined()
      await freshness.close()
    })

    it('stay as they are when they are revoked twice', async () => {
      const { apiKey } = await issueKey()
      const first = await platform.write((context) => revokeKey(apiKey.id, context))
      platform.clock.advance(1_000)
      expect(await platform.write((context) => revokeKey(apiKey.id, context))).toEqual(first)
      const unknown = await platform.write((context) => revokeKey(randomUUID(), context))
      expect(unknown).toEqual({ ok: false, code: 'not-found' })
    })

    it('D-020 are rotated with an overlap, at whose end the old one stops', async () => {
      const { clock } = platform
      const { key, apiKey, partner } = await issueKey('staging')
      const rotation = { keyId: apiKey.id, overlapSeconds: 60 }
      const rotated = await platform.write((context) => rotateKey(rotation, context))
      if (!rotated.ok) throw new Error('The key was not rotated.')
      expect(rotated.key).not.toBe(key)
      expect(rotated.apiKey).toMatchObject({
        ...{ partnerId: partner, environment: 'staging', label: 'Booking site', revokesAt: null },
      })
      const page = await listKeys({ partner, environment: 'staging' }, firstPage, platform.orm)
      const old = page.ok ? page.items.find(({ id }) => id === apiKey.id) : undefined
      if (!old) throw new Error('The old key is not listed.')
      expect(isActive(old, clock.wallMs() + 59_999)).toBe(true)
      expect(isActive(old, clock.wallMs() + 60_000)).toBe(false)
    })

    it('are not rotated when they are revoked, or about to be', async () => {
      const { apiKey } = await issueKey()
      const rotation = { keyId: apiKey.id, overlapSeconds: 60 }
      await platform.write((context) => rotateKey(rotation, context))
      const again = await platform.write((context) => rotateKey(rotation, context))
      expect(again).toEqual({ ok: false, code: 'wrong-state' })
      const unknown = { ...rotation, keyId: randomUUID() }
      const missing = await platform.write((context) => rotateKey(unknown, context))
      expect(missing).toEqual({ ok: false, code: 'not-found' })
    })

    it('become one new key when two rotate one at once', async () => {
      const { apiKey, partner } = await issueKey()
      const rotation = { keyId: apiKey.id, overlapSeconds: 0 }
      const rotate = () => platform.write((context) => rotateKey(rotation, context))
      const results = await Promise.all([rotate(), rotate(), rotate()])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const page = await listKeys({ partner }, firstPage, platform.orm)
      expect(page.ok && page.items).toHaveLength(2)
    })
  })

  describe('origins', () => {
    const origin = 'https://app.example'

    it('are allowed once, listed by text, and taken away', async () => {
      const allow = (text: string) =>
        platform.write((context) => createOrigin({ environment: 'staging', origin: text }, context))
      for (const text of ['https://b.example', origin, 'http://localhost:3000']) {
        expect(await allow(text)).toEqual({
          ok: true,
          origin: { environment: 'staging', origin: text },
        })
      }
      expect(await allow(origin)).toEqual({ ok: false, code: 'already-exists' })
      const seen: string[] = []
      let after: string | null = null
      do {
        const page = await listOrigins(
          { environment: 'staging' },
          { limit: 1, after },
          platform.orm,
        )
        if (!page.ok) throw new Error('The cursor is unknown.')
        seen.push(...page.items.map((item) => item.origin))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual(['http://localhost:3000', origin, 'https://b.example'])
      const forbid = () =>
        platform.write((context) => deleteOrigin({ environment: 'staging', origin }, context))
      expect(await forbid()).toEqual({ ok: true })
      expect(await forbid()).toEqual({ ok: false, code: 'not-found' })
    })

    it.each(['https://app.example/', 'https://App.example', 'https://app.example:443', 'null'])(
      'D-021 refuse %s, which no browser sends',
      async (text) => {
        const given = { environment: 'staging', origin: text } as const
        const made = await platform.write((context) => createOrigin(given, context))
        expect(made).toMatchObject({ ok: false, code: 'invalid', issues: [{ path: '/origin' }] })
      },
    )

    it.each([
      ['that is no text', 'abc'],
      ['with nothing but an environment', cursor('staging')],
      ['of an environment that is none', cursor('nowhere', origin)],
      ['of an origin that is none', cursor('staging', `${origin}/`)],
      ['with more than both', cursor('staging', origin, origin)],
      ['of another list', cursor('2025-06-14T09:30:00.000Z', randomUUID())],
    ])('refuse a cursor %s, as no list gave it', async (_says, after) => {
      const page = await listOrigins({}, { limit: 1, after }, platform.orm)
      expect(page).toEqual({ ok: false, code: 'unknown-cursor' })
    })
  })

  describe('countries', () => {
    const replace = (isoCode: string, supported: boolean) =>
      platform.write((context) => replaceCountrySupport({ isoCode, supported }, context))
    const isSupported = async (isoCode: string) =>
      (await listCountrySupport(platform.orm)).find((one) => one.country.isoCode === isoCode)
        ?.supported

    it('are supported until that is taken from them, however often', async () => {
      expect(await isSupported('IN')).toBe(true)
      for (const supported of [false, false, true, true]) {
        expect(await replace('IN', supported)).toMatchObject({
          ok: true,
          support: { supported, country: { isoCode: 'IN' } },
        })
        expect(await isSupported('IN')).toBe(supported)
      }
      expect(await replace('ZZ', true)).toEqual({ ok: false, code: 'not-found' })
    })
  })

  it('every process hears of a change to keys, origins and countries', async () => {
    const { apiKey } = await issueKey()
    const { write } = platform
    const origin = { environment: 'production', origin: 'https://heard.example' } as const
    const rotation = { keyId: apiKey.id, overlapSeconds: 5 }
    for (const change of [
      () => issueKey(),
      () => write((context) => rotateKey(rotation, context)),
      () => write((context) => revokeKey(apiKey.id, context)),
      () => write((context) => createOrigin(origin, context)),
      () => write((context) => deleteOrigin(origin, context)),
      () => write((context) => replaceCountrySupport({ isoCode: 'FR', supported: false }, context)),
    ]) {
      expect(await hearsOf(change)).toBe(true)
    }
  })

  it('environments are counted in the order of the contract', async () => {
    const before = await listEnvironments({ nowMs: platform.clock.wallMs() }, platform.orm)
    const { apiKey } = await issueKey('staging')
    await issueKey('staging')
    await platform.write((context) => revokeKey(apiKey.id, context))
    const partner = await platform.makePartner()
    await platform.makeEndpoint(partner)
    const after = await listEnvironments({ nowMs: platform.clock.wallMs() }, platform.orm)
    const grown = after.map((environment, index) => ({
      name: environment.name,
      activeKeys: environment.activeKeys - (before[index]?.activeKeys ?? 0),
      endpoints: environment.endpoints - (before[index]?.endpoints ?? 0),
    }))
    expect(grown).toEqual([
      { name: 'development', activeKeys: 0, endpoints: 1 },
      { name: 'staging', activeKeys: 1, endpoints: 0 },
      { name: 'production', activeKeys: 0, endpoints: 0 },
    ])
  })
})

function cursor(...parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}
