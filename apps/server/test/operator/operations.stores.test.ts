import { randomUUID } from 'node:crypto'
import { constants as contract } from '@partner-platform/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/surface.ts'
import { aSubmission } from '../platform/start-platform.ts'
import { storeKind } from '../store-kind.ts'
import {
  applicant,
  callbackUrl,
  environment,
  grant,
  makeWorld,
  requests,
  type World,
  wholeTime,
} from './a-world.ts'
import { startOperator, type TestOperator, token } from './start-operator.ts'

const all = Object.values(operations)
const ids = all.map(({ id }) => id)
const withBody = all.filter(({ requestBody }) => requestBody).map(({ id }) => id)
const named = all.filter(({ parameters }) => Object.keys(parameters.path).length > 0)
const writes = all.filter(({ method }) => method !== 'GET').map(({ id }) => id)
const secretIds: OperatorId[] = ['createKey', 'createEndpoint', 'updateEndpoint']

describe(storeKind, () => {
  let operator: TestOperator
  /** Used only for refused requests, so it never changes. */
  let world: World
  beforeAll(async () => {
    operator = await startOperator(storeKind)
    world = await makeWorld(operator)
  })
  afterAll(() => operator.stop())

  describe('every operation', () => {
    it.each(ids)('%s does what it says', async (id) => {
      const { status } = await operator.call(id, requests[id](await makeWorld(operator)))
      expect(status).toBe(Math.min(...Object.keys(operations[id].responses).map(Number)))
    })

    it.each(ids)('%s wants the token', async (id) => {
      const reply = await operator.call(id, {
        ...requests[id](world),
        token: null,
      })
      expect([reply.status, reply.json.error.code]).toEqual([401, 'unauthorized'])
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="operator"')
    })

    it.each(ids)('%s refuses a parameter that it does not have', async (id) => {
      const asked = requests[id](world)
      const query = typeof asked.query === 'string' ? {} : asked.query
      const reply = await operator.call(id, { ...asked, query: { ...query, nope: '1' } })
      expect([reply.status, reply.json.error.code]).toEqual([400, 'bad_request'])
      expect(reply.json.error.issues[0].path).toBe('/query/nope')
    })
  })

  describe('operations on one thing', () => {
    it.each(named)('$id finds nothing where there is nothing', async ({ id, parameters }) => {
      const asked = requests[id](world)
      const [name = ''] = Object.keys(parameters.path)
      const params = { [name]: randomUUID() }
      const reply = await operator.call(id, { ...asked, params })
      expect([reply.status, reply.json.error.code]).toEqual([404, 'not_found'])
    })
  })

  describe('operations with a body', () => {
    it.each(withBody)('%s refuse one that the schema does not allow', async (id) => {
      const asked = requests[id](world)
      const body = { ...(asked.body as object), surprise: true }
      const reply = await operator.call(id, { ...asked, body })
      expect([reply.status, reply.json.error.code]).toEqual([422, 'unprocessable_content'])
      expect(reply.json.error.issues).toContainEqual(
        expect.objectContaining({ path: '/surprise', keyword: 'additionalProperties' }),
      )
    })

    it.each(withBody)('%s refuse one that is too large', async (id) => {
      const asked = requests[id](world)
      const bytes = JSON.stringify('x'.repeat(contract.bodyLimitBytes))
      const reply = await operator.call(id, { ...asked, bytes })
      expect([reply.status, reply.json.error.code]).toEqual([413, 'content_too_large'])
    })

    it.each(withBody)('%s refuse another type than JSON', async (id) => {
      const asked = { body: {}, ...requests[id](world) }
      for (const type of ['text/plain', 'application/json, text/plain', 'application/x-json']) {
        const reply = await operator.call(id, { ...asked, headers: { 'content-type': type } })
        expect([reply.status, reply.json.error.code]).toEqual([415, 'unsupported_media_type'])
      }
      const encoded = { ...asked, headers: { 'content-encoding': 'gzip' } }
      expect((await operator.call(id, encoded)).status).toBe(415)
    })

    it.each([
      ['createKey', 'partner', '/partner'],
      ['createEndpoint', 'partner', '/partner'],
      ['createSubmission', 'partner', '/partner'],
      ['replayDeliveries', 'endpoint', '/endpoint'],
    ] as const)('%s refuses a %s that is not there', async (id, field, path) => {
      const asked = requests[id](world)
      const body = { ...(asked.body as object), [field]: randomUUID() }
      const reply = await operator.call(id, { ...asked, body })
      expect(reply.status).toBe(422)
      expect(reply.json.error.issues).toEqual([
        { path, message: expect.any(String), keyword: 'exists' },
      ])
    })
  })

  it.each([
    ['createKey', { replaces: randomUUID() }, '/replaces'],
    ['replayDeliveries', { delivery: randomUUID() }, '/delivery'],
    ['updateSettings', { unsupportedCountries: ['DE', 'ZZ'] }, '/unsupportedCountries/1'],
  ] as const)('%s refuses %j, which is not there', async (id, body, path) => {
    const reply = await operator.call(id, { body })
    expect(reply.status).toBe(422)
    expect(reply.json.error.issues).toEqual([
      { path, message: expect.any(String), keyword: 'exists' },
    ])
  })

  describe('conflicts', () => {
    it('a second endpoint in one environment', async () => {
      const { partner } = await makeWorld(operator)
      const body = { partner, environment, url: callbackUrl }
      const reply = await operator.call('createEndpoint', { body })
      expect([reply.status, reply.json.error.code]).toEqual([409, 'already_exists'])
    })

    it('a key that is replaced already', async () => {
      const asked = { body: { replaces: (await makeWorld(operator)).keyId } }
      await operator.ok('createKey', asked)
      const reply = await operator.call('createKey', asked)
      expect([reply.status, reply.json.error.code]).toEqual([409, 'wrong_state'])
    })

    it('a delivery that has not ended', async () => {
      const asked = { body: { delivery: (await makeWorld(operator)).deliveryId } }
      expect(await operator.ok('replayDeliveries', asked)).toEqual({ count: 1, expired: 0 })
      const reply = await operator.call('replayDeliveries', asked)
      expect([reply.status, reply.json.error.code]).toEqual([409, 'wrong_state'])
    })

    it('D-012 a delivery whose event is too old, unless it is to be sent all the same', async () => {
      const made = await makeWorld(operator)
      const asked = { delivery: made.deliveryId }
      const age = contract.deliveryAgeLimitSeconds
      const text = 'update deliveries set expires_at = created_at where id = $1'
      await operator.platform.database.query(text, [made.deliveryId])
      const reply = await operator.call('replayDeliveries', { body: asked })
      expect([reply.status, reply.json.error.code]).toEqual([409, 'event_expired'])
      const range = { state: 'dead-letter', endpoint: made.endpointId, ...wholeTime }
      const all = await operator.ok('replayDeliveries', { body: range })
      expect(all).toEqual({ count: 0, expired: 1 })
      const body = { ...asked, sendExpired: true }
      expect(await operator.ok('replayDeliveries', { body })).toEqual({ count: 1, expired: 0 })
      const params = { deliveryId: made.deliveryId }
      const { delivery: sent } = await operator.ok('getDelivery', { params })
      expect(sent).toMatchObject({ state: 'pending', deadLetterReason: null })
      const nowMs = operator.platform.clock.wallMs()
      expect(Date.parse(sent.expiresAt)).toBe(nowMs + age * 1000)
    })
  })

  describe('what is told', () => {
    it('of a key: its life, and never itself', async () => {
      const { partner, keyId } = await makeWorld(operator)
      const listed = () => operator.ok('listKeys', { query: { partner } })
      expect((await listed()).items).toEqual([
        {
          ...{ id: keyId, partner, environment, label: 'Site', prefix: 'ppk_dev_' },
          ...{ state: 'active', createdAt: expect.any(String), lastUsedAt: null, revokesAt: null },
        },
      ])
      const { apiKey } = await operator.ok('createKey', {
        body: { replaces: keyId, overlapSeconds: 60 },
      })
      const states = async () =>
        Object.fromEntries(
          (await listed()).items.map((key: { id: string; state: string }) => [key.id, key.state]),
        )
      expect(await states()).toEqual({ [keyId]: 'active', [apiKey.id]: 'active' })
      operator.platform.clock.advance(60_000)
      expect(await states()).toEqual({ [keyId]: 'revoked', [apiKey.id]: 'active' })
    })

    it('of an endpoint: all changes of one request, and a new secret once', async () => {
      const { endpointId, partner } = await makeWorld(operator)
      const url = 'https://hooks.skyline-travel.example/new'
      const body = { url, signed: false, enabled: false, newSecret: { overlapSeconds: 60 } }
      const changed = await operator.ok('updateEndpoint', { params: { endpointId }, body })
      const signsFrom = operator.platform.clock.wallMs() + 60_000
      expect(changed).toMatchObject({
        ...{ secret: expect.stringMatching(/^whsec_/), endpoint: { url, signed: false, partner } },
        endpoint: { state: 'disabled', disabledReason: 'operator' },
      })
      expect(Date.parse(changed.signsFrom)).toBe(signsFrom)
      const { items } = await operator.ok('listEndpoints', { query: { endpoint: endpointId } })
      expect(items).toEqual([changed.endpoint])
    })

    it('of an endpoint whose new URL is refused: nothing has changed', async () => {
      const { endpointId } = await makeWorld(operator)
      const query = { endpoint: endpointId }
      const before = await operator.ok('listEndpoints', { query })
      const body = { url: 'https://10.1.2.3/', signed: false, enabled: false, newSecret: {} }
      const reply = await operator.call('updateEndpoint', { params: { endpointId }, body })
      expect(reply.status).toBe(422)
      expect(await operator.ok('listEndpoints', { query })).toEqual(before)
    })

    it('D-009 of a status whose event is larger than receivers read: nothing, and it is refused', async () => {
      const { partner } = await makeWorld(operator)
      const visa = { ...aSubmission.visa, name: 'x'.repeat(60_000) }
      const { id: submissionId } = await operator.ok('createSubmission', {
        body: { ...aSubmission, partner, applicant, visa },
      })
      const reply = await operator.call('changeStatus', {
        params: { submissionId },
        body: { status: 'VISA_GRANTED', grant: { ...grant, remarks: 'x'.repeat(6_000) } },
      })
      expect(reply.status).toBe(422)
      expect(reply.json.error.issues).toEqual([
        { path: '', message: expect.any(String), keyword: 'bodyLimitBytes' },
      ])
    })

    it('of a submission: the grant while it is granted', async () => {
      const { submissionId, partner } = await makeWorld(operator)
      const params = { submissionId }
      const get = async () => {
        const { items } = await operator.ok('listSubmissions', {
          query: { submission: submissionId },
        })
        expect(items).toHaveLength(1)
        return items[0]
      }
      expect(await get()).toMatchObject({ status: 'RETURNED', grant: null, partner, applicant })
      await operator.ok('changeStatus', { params, body: { status: 'VISA_GRANTED', grant } })
      expect(await get()).toMatchObject({ status: 'VISA_GRANTED', grant })
    })

    it('of a change of status: its event and its delivery', async () => {
      const { submissionId, endpointId } = await makeWorld(operator)
      const params = { submissionId }
      const receipt = await operator.ok('changeStatus', { params, body: { status: 'IN_REVIEW' } })
      const { delivery, attempts } = await operator.ok('getDelivery', {
        params: { deliveryId: receipt.deliveryId },
      })
      expect(attempts).toEqual([])
      expect(delivery).toMatchObject({
        ...{
          event: receipt.eventId,
          timestamp: receipt.timestamp,
          eventName: 'submission.updated',
        },
        ...{ submission: submissionId, endpoint: endpointId, environment },
        ...{ state: 'pending', step: 1, attempts: 0, lastOutcome: null, lastStatus: null },
      })
    })

    it('of an endpoint: how many deliveries wait, and how many were given up', async () => {
      const { submissionId, endpointId } = await makeWorld(operator)
      const body = { status: 'IN_REVIEW' }
      await operator.ok('changeStatus', { params: { submissionId }, body })
      const set = async (enabled: boolean) =>
        (await operator.ok('updateEndpoint', { params: { endpointId }, body: { enabled } }))
          .endpoint
      const query = { endpoint: endpointId }
      const { items } = await operator.ok('listEndpoints', { query })
      expect(items).toMatchObject([{ id: endpointId, pending: 1, held: 0, deadLetters: 1 }])
      expect(await set(false)).toMatchObject({
        ...{ state: 'disabled', disabledReason: 'operator', probeAt: null },
        ...{ pending: 0, held: 1, deadLetters: 1 },
      })
      expect(
        await operator.ok('replayDeliveries', {
          body: { state: 'dead-letter', endpoint: endpointId, ...wholeTime },
        }),
      ).toEqual({ count: 1, expired: 0 })
      expect(await set(true)).toMatchObject({
        ...{ state: 'enabled', disabledReason: null, pending: 2, held: 0, deadLetters: 0 },
      })
    })

    it('of dead letters: those deliveries that were given up, and no others', async () => {
      const { submissionId, endpointId, deliveryId } = await makeWorld(operator)
      const params = { submissionId }
      const { deliveryId: pending } = await operator.ok('changeStatus', {
        ...{ params, body: { status: 'IN_REVIEW' } },
      })
      const idsOf = async (filter: { state?: string }) => {
        const query = { endpoint: endpointId, ...filter }
        const { items } = await operator.ok('listDeliveries', { query })
        return items.map((item: { id: string }) => item.id)
      }
      expect(await idsOf({ state: 'dead-letter' })).toEqual([deliveryId])
      expect((await idsOf({})).toSorted()).toEqual([deliveryId, pending].toSorted())
    })

    it('of the settings: what was set last, list by list', async () => {
      const change = (body: object) => operator.ok('updateSettings', { body })
      const origins = { development: ['https://b.example', 'https://a.example'] }
      const changed = await change({ origins, unsupportedCountries: ['IT', 'FR'] })
      expect(await operator.ok('getSettings')).toEqual(changed)
      expect(changed.origins.development).toEqual(['https://a.example', 'https://b.example'])
      expect(changed.unsupportedCountries).toEqual(['FR', 'IT'])
      const fewer = await change({ unsupportedCountries: ['IT'] })
      expect(fewer.origins).toEqual(changed.origins)
      expect(fewer.supportedCountries).toEqual([...changed.supportedCountries, 'FR'].toSorted())
    })

    it('of a list: pages that follow one another, newest first', async () => {
      const { partner } = await makeWorld(operator)
      const made: string[] = []
      for (let count = 0; count < 4; count++) {
        operator.platform.clock.advance(1)
        const body = { ...aSubmission, partner, applicant, status: 'PAGED' }
        made.unshift((await operator.ok('createSubmission', { body })).id)
      }
      const seen: string[] = []
      let after: string | null = null
      do {
        const query: Record<string, string> = { partner, status: 'PAGED', limit: '3' }
        if (after !== null) query.after = after
        const page = await operator.ok('listSubmissions', { query })
        seen.push(...page.items.map(({ id }: { id: string }) => id))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual(made)
    })
  })

  it('I12 every status that the document has was answered, here or in the tests of repetition and outage', () => {
    const answered = new Set(operator.seen.map(({ id, status }) => `${id} ${status}`))
    const missing = all.flatMap(({ id, responses, requestBody }) =>
      Object.keys(responses)
        .map(Number)
        .filter((status) => ![409, 503].includes(status) && (status !== 422 || requestBody))
        .map((status) => `${id} ${status}`)
        .filter((name) => !answered.has(name)),
    )
    expect(missing).toEqual([])
  })

  it('I10 keys and secrets are in the answer that makes them, and nowhere else', () => {
    const texts = operator.seen.map(({ text }) => text)
    const secrets = operator.seen
      .filter(({ id, status }) => secretIds.includes(id) && status < 300)
      .map(({ text }) => JSON.parse(text))
      .flatMap(({ key, secret }): string[] => key ?? secret ?? [])
    expect(secrets.length).toBeGreaterThan(50)
    const everything = texts.join('\n')
    for (const secret of secrets) expect(everything.split(secret)).toHaveLength(2)
    const logged = operator.logs.join('')
    expect(logged.length).toBeGreaterThan(1_000)
    for (const secret of [...secrets, token, 'Canary', 'Personal', callbackUrl]) {
      expect(logged).not.toContain(secret)
    }
    expect(everything).not.toContain(token)
  })

  it('writes are those operations that take an Idempotency-Key', () => {
    const keyed = all.filter(({ parameters }) => 'Idempotency-Key' in parameters.header)
    expect(keyed.map(({ id }) => id)).toEqual(writes)
  })
})
