import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { moveEndpoint } from '../../src/deliver/move-endpoint.ts'
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  updateEndpoint,
} from '../../src/platform/endpoints.ts'
import { rotateSecret, signingSecret } from '../../src/platform/rotate-secret.ts'
import { endpointSecrets } from '../../src/store/schema.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform } from './start-platform.ts'

describe(storeKind, async () => {
  const platform = await startPlatform(storeKind)

  const enable = (id: string) => platform.write((context) => enableEndpoint(id, context))
  const disable = (id: string) => platform.write((context) => disableEndpoint(id, context))

  describe('an endpoint', () => {
    it('D-003 is created with a secret, once for each partner and environment', async () => {
      const partner = await platform.makePartner()
      const given = { partner, environment: 'development', url: 'https://hooks.example/v' } as const
      const make = () => platform.write((context) => createEndpoint(given, context))
      const results = await Promise.all([make(), make()])
      const [made] = results.filter((result) => result.ok)
      expect(made).toMatchObject({
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        endpoint: { url: given.url, signed: true, state: 'enabled', partnerId: partner },
      })
      expect(results.filter(({ ok }) => !ok)).toEqual([{ ok: false, code: 'already_exists' }])
      const elsewhere = { ...given, environment: 'staging', signed: false } as const
      const other = await platform.write((context) => createEndpoint(elsewhere, context))
      expect(other).toMatchObject({ ok: true, endpoint: { signed: false } })
      const page = { limit: 10, after: null }
      const listed = await listEndpoints({ partner, environment: 'staging' }, page, platform.orm)
      expect(listed.ok && listed.items.map(({ url }) => url)).toEqual([given.url])
    })

    it('changes only in the given fields', async () => {
      const { endpointId } = await platform.makeParty()
      const change = (what: { url?: string; signed?: boolean }) =>
        platform.write((context) => updateEndpoint({ endpointId, ...what }, context))
      expect(await change({ signed: false })).toMatchObject({
        endpoint: { signed: false, url: 'https://hooks.example/visas' },
      })
      const failed = { type: 'attempt-ended', kind: 'scheduled', outcome: 'refused' } as const
      await platform.write((context) =>
        moveEndpoint(endpointId, { ...failed, status: 500 }, context),
      )
      // The same URL is not a new one, so the failures stay.
      expect(await change({ url: 'https://hooks.example/visas' })).toMatchObject({
        endpoint: { failures: 1 },
      })
      expect(await change({ url: 'https://new.example/v' })).toMatchObject({
        endpoint: { signed: false, url: 'https://new.example/v', failures: 0, failingSince: null },
      })
    })
  })

  describe('disabling and enabling', () => {
    it('D-013 holds and sends more than one batch, each with one job', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 55)
      await disable(endpointId)
      expect(await platform.states(endpointId)).toEqual({ held: 25, pending: 31 })
      expect(await platform.finishBatches()).toBe(2)
      expect(await platform.states(endpointId)).toEqual({ held: 56 })
      // No obsolete jobs are left for a worker.
      const waiting = `select from pgboss.job where data ->> 'endpointId' = $1`
      expect(await platform.database.query(waiting, [endpointId])).toEqual([])
      await enable(endpointId)
      expect(await platform.states(endpointId)).toEqual({ held: 31, pending: 25 })
      expect(await platform.finishBatches()).toBe(2)
      expect(await platform.states(endpointId)).toEqual({ pending: 56 })
      const jobs = await platform.jobs(endpointId)
      expect([jobs.length, new Set(jobs).size]).toEqual([56, 56])
    })

    it('D-013 leaves none held if it is enabled before all are held', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 55)
      await disable(endpointId)
      await enable(endpointId)
      await platform.finishBatches()
      expect(await platform.states(endpointId)).toEqual({ pending: 56 })
    })

    it('changes nothing the second time', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.emit(submissionId)
      const disabled = await disable(endpointId)
      platform.clock.advance(5_000)
      expect(await disable(endpointId)).toEqual(disabled)
      const enabled = await enable(endpointId)
      expect(await enable(endpointId)).toEqual(enabled)
      expect(await enable(randomUUID())).toEqual({ ok: false, code: 'not_found' })
      expect(await disable(randomUUID())).toEqual({ ok: false, code: 'not_found' })
    })

    it('I6 leaves none pending or held by mistake during concurrent changes', async () => {
      const { partner, endpointId } = await platform.makeParty()
      const submissions = await Promise.all(
        Array.from({ length: 4 }, () => platform.makeSubmission(partner)),
      )
      const changes = (count: number) =>
        submissions.flatMap((id) => Array.from({ length: count }, () => platform.emit(id)))
      await Promise.all([...changes(2), disable(endpointId), ...changes(2)])
      expect(await platform.states(endpointId)).toEqual({ held: 16 })
      await Promise.all([...changes(1), enable(endpointId), ...changes(1)])
      expect(await platform.states(endpointId)).toEqual({ pending: 24 })
      expect(new Set(await platform.jobs(endpointId)).size).toBe(24)
    })
  })

  describe('secrets', () => {
    const rotate = (endpointId: string, overlapSeconds: number) =>
      platform.write((context) => rotateSecret({ endpointId, overlapSeconds }, context))
    const signer = async (endpointId: string, inMs = 0) => {
      const ofEndpoint = eq(endpointSecrets.endpointId, endpointId)
      const secrets = await platform.orm.select().from(endpointSecrets).where(ofEndpoint)
      const signing = signingSecret(secrets, platform.clock.wallMs() + inMs)
      return signing && platform.database.secretCipher.decrypt(signing)
    }

    it('D-004 the old one signs until the overlap ends, then the new one does', async () => {
      const { secret, endpoint } = await platform.makeEndpoint(await platform.makePartner())
      const rotated = await rotate(endpoint.id, 60)
      if (!rotated.ok) throw new Error('The secret was not rotated.')
      expect(rotated.signsFrom).toEqual(new Date(platform.clock.wallMs() + 60_000))
      expect(await signer(endpoint.id)).toBe(secret)
      expect(await signer(endpoint.id, 59_999)).toBe(secret)
      expect(await signer(endpoint.id, 60_000)).toBe(rotated.secret)
    })

    it('D-004 the newest one replaces one that does not sign yet', async () => {
      const { endpoint } = await platform.makeEndpoint(await platform.makePartner())
      const leaked = await rotate(endpoint.id, 3_600)
      const newest = await rotate(endpoint.id, 0)
      if (!leaked.ok || !newest.ok) throw new Error('The secret was not rotated.')
      for (const inMs of [0, 3_600_000, 86_400_000]) {
        expect(await signer(endpoint.id, inMs)).toBe(newest.secret)
      }
    })

    it('D-004 one always signs, however far behind the clock is', async () => {
      const { endpoint } = await platform.makeEndpoint(await platform.makePartner())
      for (const overlapSeconds of [60, 0, 3_600]) {
        expect(await signer(endpoint.id, -86_400_000)).toBeDefined()
        const text =
          'select secret from endpoint_secrets where endpoint_id = $1 and signs_from <= $2'
        const longAgo = new Date('2000-01-01T00:00:00Z')
        const rows = await platform.database.query(text, [endpoint.id, longAgo])
        expect(rows).toHaveLength(1)
        await rotate(endpoint.id, overlapSeconds)
      }
    })
  })
})
