import { afterAll, describe, expect, it } from 'vitest'
import { hashApiKey } from '../../src/keys/api-key.ts'
import { createKeyStore } from '../../src/keys/key-store.ts'
import { createTestClock } from '../../src/testing/open-platform.ts'
import { countQueries, gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { type Given, openServer, startServer } from '../start-server.ts'
import { storeKind } from '../store-kind.ts'

const environment = 'development'
const origin = 'https://app.example'

describe(`on the ${storeKind} store`, async () => {
  const database = await openFileStore(storeKind)
  const counted = countQueries(database, 'from api_keys')
  const rateLimit = { quota: 10_000, windowSeconds: 60 }
  const server = await openServer({ database: counted.database, rateLimit })
  afterAll(() => server.close())

  const issueKey = async () => {
    const body = { partner: server.partnerId ?? '', environment, label: 'fresh' } as const
    const { data } = await server.operator.POST('/operator/v1/keys', { body })
    if (!data) throw new Error('The key was not made.')
    return { key: data.key, params: { path: { keyId: data.apiKey.id } } }
  }
  const statusFor = async (key: string, headers: readonly (readonly [string, string])[] = []) =>
    (await server.ask({ headers: [['x-api-key', key], ...headers] })).status

  describe('a key', () => {
    it('is looked up once, after the last change was announced', async () => {
      const { key } = await issueKey()
      const looksFor = async (calls: number) => {
        const before = counted.count()
        for (let call = 0; call < calls; call++) expect(await statusFor(key)).toBe(200)
        return counted.count() - before
      }
      expect(await looksFor(1)).toBe(1)
      await expect.poll(() => looksFor(3)).toBe(0)
    })

    it('5.4 is rejected as soon as its revocation is answered', async () => {
      for (let round = 0; round < 10; round++) {
        const { key, params } = await issueKey()
        expect(await statusFor(key)).toBe(200)
        await server.operator.POST('/operator/v1/keys/{keyId}/revoke', { params })
        expect(await statusFor(key), `round ${round}`).toBe(401)
      }
    })

    it('D-020 works alongside its replacement until the overlap ends', async () => {
      const { key: old, params } = await issueKey()
      const body = { replaces: params.path.keyId, overlapSeconds: 60 }
      expect(await statusFor(old)).toBe(200)
      const rotated = await server.operator.POST('/operator/v1/keys', { body })
      const { key: next = '' } = rotated.data ?? {}
      expect([await statusFor(old), await statusFor(next)]).toEqual([200, 200])
      server.clock.advance(59_999)
      expect([await statusFor(old), await statusFor(next)]).toEqual([200, 200])
      server.clock.advance(1)
      expect([await statusFor(old), await statusFor(next)]).toEqual([401, 200])
    })
  })

  describe('an origin', () => {
    it('5.3 is allowed and blocked as soon as the operator is answered', async () => {
      const { key } = await issueKey()
      const fromOrigin = () => statusFor(key, [['Origin', origin]])
      const allow = (list: string[]) =>
        server.operator.PATCH('/operator/v1/settings', {
          body: { origins: { [environment]: list } },
        })
      expect(await fromOrigin()).toBe(403)
      for (let round = 0; round < 5; round++) {
        await allow([origin])
        expect(await fromOrigin(), `round ${round}`).toBe(200)
        await allow([])
        expect(await fromOrigin(), `round ${round}`).toBe(403)
      }
    })
  })

  describe('the time of the last use', () => {
    const lastUsed = async (key: string) => {
      const text = 'select last_used_at from api_keys where sha256 = $1'
      const [row] = await database.query<{ last_used_at: Date | null }>(text, [hashApiKey(key)])
      return row?.last_used_at?.getTime() ?? null
    }
    const startOther = async (given: Given = {}) => {
      const other = await startServer({ database, keys: 'as-they-are', ...given })
      const use = (key: string, more: [string, string][] = []) =>
        other.ask({ headers: [['x-api-key', key], ...more] })
      return { ...other, use }
    }

    it('D-020 includes calls rejected with 403, but not with 401', async () => {
      const [{ key: foreign }, { key: unused }] = [await issueKey(), await issueKey()]
      const { use, clock, close } = await startOther()
      expect((await use(foreign, [['Origin', 'null']])).status).toBe(403)
      expect((await use(unused, [['Authorization', 'Basic a']])).status).toBe(401)
      await close()
      expect([await lastUsed(foreign), await lastUsed(unused)]).toEqual([clock.wallMs(), null])
    })

    it('D-020 is the latest use, whichever server writes last, at the latest when it stops', async () => {
      const { key } = await issueKey()
      const [late, early] = [await startOther(), await startOther()]
      late.clock.advance(5_000)
      await late.use(key)
      await early.use(key)
      await late.close()
      await early.close()
      expect(await lastUsed(key)).toBe(late.clock.wallMs())
    })

    it('is not lost if it cannot be stored at first', async () => {
      const { key } = await issueKey()
      let refusals = 0
      const failing = gateQueries(database, 'update api_keys', async (run) => {
        if (refusals++ === 0) throw new Error('The store is away.')
        return run()
      })
      const freshness = { generation: 0, isLive: true }
      const clock = createTestClock()
      const keys = createKeyStore(failing, { freshness, clock })
      const record = await keys.find(key)
      keys.markUsed(record?.id ?? '')
      await expect(keys.flush()).rejects.toThrow('away')
      expect(await lastUsed(key)).toBeNull()
      await keys.flush()
      expect([await lastUsed(key), refusals]).toEqual([clock.wallMs(), 2])
    })
  })
})
