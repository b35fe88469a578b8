import { describe, expect, it } from 'vitest'
import { createKey, listKeys, revokeKey, rotateKey } from '../../src/platform/api-keys.ts'
import { getSettings, type SettingsChange, updateSettings } from '../../src/platform/settings.ts'
import { hasAnnounced } from '../../src/store/channels.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform } from './start-platform.ts'

describe(storeKind, async () => {
  const platform = await startPlatform(storeKind)

  async function issueKey() {
    const partner = await platform.makePartner()
    const given = { partner, environment: 'development', label: 'Booking site' } as const
    const issued = await platform.write((context) => createKey(given, context))
    if (!issued.ok) throw new Error('The key was not made.')
    return { ...issued, partner }
  }

  describe('API keys', () => {
    it('do not change when they are revoked twice', async () => {
      const { apiKey } = await issueKey()
      const first = await platform.write((context) => revokeKey(apiKey.id, context))
      platform.clock.advance(1_000)
      expect(await platform.write((context) => revokeKey(apiKey.id, context))).toEqual(first)
    })

    it('become one new key if rotated several times at once', async () => {
      const { apiKey, partner } = await issueKey()
      const rotation = { keyId: apiKey.id, overlapSeconds: 0 }
      const rotate = () => platform.write((context) => rotateKey(rotation, context))
      const results = await Promise.all([rotate(), rotate(), rotate()])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const page = await listKeys({ partner }, { limit: 50, after: null }, platform.orm)
      expect(page.ok && page.items).toHaveLength(2)
    })

    it('D-020 tell every process of a rotation, because it may have the old key in memory', async () => {
      const { apiKey } = await issueKey()
      const isAnnounced = platform.write(async (context) => {
        await rotateKey({ keyId: apiKey.id, overlapSeconds: 5 }, context)
        return hasAnnounced(context.tx, 'access')
      })
      expect(await isAnnounced).toBe(true)
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
})
