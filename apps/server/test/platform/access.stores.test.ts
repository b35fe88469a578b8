import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashApiKey, isApiKey } from '../../src/keys/api-key.ts'
import { createKeyStore } from '../../src/keys/key-store.ts'
import { createKey, isActive, listKeys, revokeKey, rotateKey } from '../../src/platform/api-keys.ts'
import { listPartners } from '../../src/platform/partners.ts'
import { getSettings, type SettingsChange, updateSettings } from '../../src/platform/settings.ts'
import { watchChanges } from '../../src/store/watch-changes.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform, type TestPlatform } from './start-platform.ts'

const firstPage = { limit: 50, after: null }

describe(storeKind, () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform(storeKind)
  })

  /** Whether a change is announced to every process. */
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
    it.each([
      ['not ours', 'abc'],
      ['half a cursor', Buffer.from('2025-06-14T09:30:00.000Z').toString('base64url')],
      ['an impossible date', cursor('2025-02-30T09:30:00.000Z', randomUUID())],
      ['a year that the store rejects', cursor('0000-01-01T00:00:00.000Z', randomUUID())],
      ['an invalid id', cursor('2025-06-14T09:30:00.000Z', "'; drop table partners")],
      ['too long', cursor('2025-06-14T09:30:00.000Z', randomUUID(), 'more')],
      ['NUL', Buffer.from('a\0 b').toString('base64url')],
    ])('refuse a cursor that is %s', async (_name, after) => {
      const page = await listPartners({}, { limit: 2, after }, platform.orm)
      expect(page).toMatchObject({ ok: false, code: 'bad_request' })
    })
  })

  describe('API keys', () => {
    it('D-020 are shown when they are created, and stored as a hash', async () => {
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
        code: 'unprocessable_content',
        issues: [{ path: '/partner', message: 'must name a partner', keyword: 'exists' }],
      })
    })

    it('D-020 are accepted until they are revoked', async () => {
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

    it('do not change when they are revoked twice', async () => {
      const { apiKey } = await issueKey()
      const first = await platform.write((context) => revokeKey(apiKey.id, context))
      platform.clock.advance(1_000)
      expect(await platform.write((context) => revokeKey(apiKey.id, context))).toEqual(first)
      const unknown = await platform.write((context) => revokeKey(randomUUID(), context))
      expect(unknown).toEqual({ ok: false, code: 'not_found' })
    })

    it('D-020 are rotated with an overlap, after which the old one stops working', async () => {
      const { clock } = platform
      const { key, apiKey, partner } = await issueKey('staging')
      const rotation = { keyId: apiKey.id, overlapSeconds: 60 }
      const rotated = await platform.write((context) => rotateKey(rotation, context))
      if (!rotated.ok) throw new Error('The key was not rotated.')
      expect(rotated.key).not.toBe(key)
      expect(rotated.apiKey).toMatchObject({
        partnerId: partner,
        environment: 'staging',
        label: 'Booking site',
        revokesAt: null,
      })
      const page = await listKeys({ partner, environment: 'staging' }, firstPage, platform.orm)
      const old = page.ok ? page.items.find(({ id }) => id === apiKey.id) : undefined
      if (!old) throw new Error('The old key is not listed.')
      expect(isActive(old, clock.wallMs() + 59_999)).toBe(true)
      expect(isActive(old, clock.wallMs() + 60_000)).toBe(false)
    })

    it('are not rotated if they are revoked or about to be', async () => {
      const { apiKey } = await issueKey()
      const rotation = { keyId: apiKey.id, overlapSeconds: 60 }
      await platform.write((context) => rotateKey(rotation, context))
      const again = await platform.write((context) => rotateKey(rotation, context))
      expect(again).toEqual({ ok: false, code: 'wrong_state' })
      const unknown = { ...rotation, keyId: randomUUID() }
      const missing = await platform.write((context) => rotateKey(unknown, context))
      expect(missing).toEqual({ ok: false, code: 'not_found' })
    })

    it('become one new key if rotated several times at once', async () => {
      const { apiKey, partner } = await issueKey()
      const rotation = { keyId: apiKey.id, overlapSeconds: 0 }
      const rotate = () => platform.write((context) => rotateKey(rotation, context))
      const results = await Promise.all([rotate(), rotate(), rotate()])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const page = await listKeys({ partner }, firstPage, platform.orm)
      expect(page.ok && page.items).toHaveLength(2)
    })
  })

  describe('settings', () => {
    const change = (given: SettingsChange) =>
      platform.write((context) => updateSettings(given, context))
    const origin = 'https://app.example'

    it('replace each given list, and leave the rest', async () => {
      const staging = ['https://b.example', origin, 'http://localhost:3000']
      const made = await change({ origins: { staging }, unsupportedCountries: ['IN'] })
      const settings = await getSettings(platform.orm)
      expect(made).toEqual({ ok: true, settings })
      expect(settings.origins.staging).toEqual([
        ...['http://localhost:3000', origin, 'https://b.example'],
      ])
      expect(settings.unsupportedCountries).toEqual(['IN'])
      expect(settings.supportedCountries).not.toContain('IN')
      await change({ origins: { staging: [origin] } })
      const after = await getSettings(platform.orm)
      expect(after).toEqual({ ...settings, origins: { ...settings.origins, staging: [origin] } })
      await change({ origins: { staging: [] }, unsupportedCountries: [] })
      const none = await getSettings(platform.orm)
      expect([none.origins.staging, none.unsupportedCountries]).toEqual([[], []])
      expect(none.supportedCountries).toContain('IN')
    })

    it('keep when an origin was first allowed', async () => {
      const since = async () =>
        platform.database.query('select created_at from origins where origin = $1', [origin])
      await change({ origins: { production: [origin] } })
      const first = await since()
      platform.clock.advance(1_000)
      await change({ origins: { production: [origin, 'https://b.example'] } })
      expect(await since()).toEqual(first)
    })

    it('are never a mixture of lists that are set at once', async () => {
      const lists = Array.from({ length: 6 }, (_, index) =>
        ['a', 'b'].map((name) => `https://${name}${index}.example`),
      )
      await Promise.all(lists.map((development) => change({ origins: { development } })))
      expect(lists).toContainEqual((await getSettings(platform.orm)).origins.development)
    })

    it('D-021 refuse an origin that no browser sends, and change nothing', async () => {
      const before = await getSettings(platform.orm)
      const staging = [origin, 'https://app.example/']
      const given = { origins: { staging }, unsupportedCountries: ['IN', 'ZZ'] }
      expect(await change(given)).toMatchObject({
        ok: false,
        code: 'unprocessable_content',
        issues: [{ path: '/origins/staging/1' }, { path: '/unsupportedCountries/1' }],
      })
      expect(await getSettings(platform.orm)).toEqual(before)
    })
  })

  it('every process hears of a change to keys, origins and countries', async () => {
    const { apiKey } = await issueKey()
    const { write } = platform
    const set = (change: SettingsChange) => write((context) => updateSettings(change, context))
    const rotation = { keyId: apiKey.id, overlapSeconds: 5 }
    for (const change of [
      () => issueKey(),
      () => write((context) => rotateKey(rotation, context)),
      () => write((context) => revokeKey(apiKey.id, context)),
      () => set({ origins: { production: ['https://heard.example'] } }),
      () => set({ origins: { production: [] } }),
      () => set({ unsupportedCountries: ['FR'] }),
    ]) {
      expect(await hearsOf(change)).toBe(true)
    }
  })
})

function cursor(...parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}
