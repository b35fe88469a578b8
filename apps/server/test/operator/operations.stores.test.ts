import { randomUUID } from 'node:crypto'
import { constants as contract } from '@partner-platform/types'
import { afterAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import { aSubmission } from '../platform/start-platform.ts'
import { operatorToken } from '../start-server.ts'
import { storeKind } from '../store-kind.ts'
import {
  applicant,
  callbackUrl,
  environment,
  grant,
  makeWorld,
  requests,
  wholeTime,
} from './a-world.ts'
import { type Call, startOperator } from './start-operator.ts'

const all = Object.values(operations)
const secretIds: OperatorId[] = ['createKey', 'createEndpoint', 'updateEndpoint']

describe(storeKind, async () => {
  const operator = await startOperator(storeKind)
  /** Never changes: used only for refused requests. */
  const world = await makeWorld(operator)
  afterAll(() => operator.close())

  it.each(all)('$id succeeds', async ({ id, responses }) => {
    const { status } = await operator.call(id, requests[id](await makeWorld(operator)))
    expect(status).toBe(Math.min(...Object.keys(responses).map(Number)))
  })

  it.each(all)('$id refuses invalid requests', async ({ id, parameters, requestBody }) => {
    const asked = requests[id](world)
    const refuse = async (change: Call, want: readonly [number, string]) => {
      const { status, json, headers } = await operator.call(id, { ...asked, ...change })
      expect([status, json.error.code]).toEqual(want)
      if (status === 401) expect(headers['www-authenticate']).toBe('Bearer realm="operator"')
      return json.error.issues
    }
    const query = typeof asked.query === 'string' ? {} : asked.query
    await refuse({ token: null }, [401, 'unauthorized'])
    const unknown = await refuse({ query: { ...query, nope: '1' } }, [400, 'bad_request'])
    expect(unknown[0].path).toBe('/query/nope')
    const [name] = Object.keys(parameters.path)
    if (name) await refuse({ params: { [name]: randomUUID() } }, [404, 'not_found'])
    if (!requestBody) return
    const body = asked.body as object
    const surprise = { body: { ...body, surprise: true } }
    expect(await refuse(surprise, [422, 'unprocessable_content'])).toContainEqual(
      expect.objectContaining({ path: '/surprise', keyword: 'additionalProperties' }),
    )
    const bytes = JSON.stringify('x'.repeat(contract.bodyLimitBytes))
    await refuse({ bytes }, [413, 'content_too_large'])
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }])
      await refuse({ headers }, [415, 'unsupported_media_type'])
  })

  const nobody = randomUUID()
  const complete = (id: OperatorId) => requests[id](world).body as object
  it.each<[OperatorId, path: string, toBody: () => object]>([
    ['createKey', '/partner', () => ({ ...complete('createKey'), partner: nobody })],
    ['createKey', '/replaces', () => ({ replaces: nobody })],
    ['createEndpoint', '/partner', () => ({ ...complete('createEndpoint'), partner: nobody })],
    ['createSubmission', '/partner', () => ({ ...complete('createSubmission'), partner: nobody })],
    [
      'replayDeliveries',
      '/endpoint',
      () => ({ ...complete('replayDeliveries'), endpoint: nobody }),
    ],
    ['replayDeliveries', '/delivery', () => ({ delivery: nobody })],
    ['updateSettings', '/unsupportedCountries/1', () => ({ unsupportedCountries: ['DE', 'ZZ'] })],
  ])('%s refuses a %s that does not exist', async (id, path, toBody) => {
    const { status, json } = await operator.call(id, { body: toBody() })
    expect(status).toBe(422)
    expect(json.error.issues).toEqual([{ path, message: expect.any(String), keyword: 'exists' }])
  })

  it('refuses a second endpoint, key or replay that the state does not allow', async () => {
    const { partner, keyId, deliveryId } = await makeWorld(operator)
    const refuse = async (id: OperatorId, body: object, code: string) => {
      const { status, json } = await operator.call(id, { body })
      expect([status, json.error.code]).toEqual([409, code])
    }
    await refuse('createEndpoint', { partner, environment, url: callbackUrl }, 'already_exists')
    for (const [id, body] of [
      ['createKey', { replaces: keyId }],
      ['replayDeliveries', { delivery: deliveryId }],
    ] as const) {
      await operator.ok(id, { body })
      await refuse(id, body, 'wrong_state')
    }
  })

  it('D-012 refuses a delivery whose event is too old, unless sendExpired is set', async () => {
    const { deliveryId: delivery } = await makeWorld(operator)
    const text = 'update deliveries set expires_at = created_at where id = $1'
    await operator.platform.database.query(text, [delivery])
    const reply = await operator.call('replayDeliveries', { body: { delivery } })
    expect([reply.status, reply.json.error.code]).toEqual([409, 'event_expired'])
    const body = { delivery, sendExpired: true }
    expect(await operator.ok('replayDeliveries', { body })).toEqual({ count: 1, expired: 0 })
  })

  describe('answers', () => {
    it('show the state of a key, but never its text', async () => {
      const { partner, keyId } = await makeWorld(operator)
      const listed = async () => (await operator.ok('listKeys', { query: { partner } })).items
      expect(await listed()).toEqual([
        {
          id: keyId,
          partner,
          environment,
          label: 'Site',
          prefix: 'ppk_dev_',
          state: 'active',
          createdAt: expect.any(String),
          lastUsedAt: null,
          revokesAt: null,
        },
      ])
      const body = { replaces: keyId, overlapSeconds: 60 }
      const { apiKey } = await operator.ok('createKey', { body })
      expect(apiKey).toMatchObject({ partner, environment, label: 'Site', revokesAt: null })
      const state = async () =>
        (await listed()).find(({ id }: { id: string }) => id === keyId)?.state
      expect(await state()).toBe('active')
      operator.platform.clock.advance(60_000)
      expect(await state()).toBe('revoked')
    })

    it('show all changes of an endpoint by one request, and a new secret once', async () => {
      const { endpointId, partner } = await makeWorld(operator)
      const listed = async () =>
        (await operator.ok('listEndpoints', { query: { endpoint: endpointId } })).items
      const [before] = await listed()
      const change = (url: string) =>
        operator.call('updateEndpoint', {
          params: { endpointId },
          body: { url, signed: false, enabled: false, newSecret: { overlapSeconds: 60 } },
        })
      // If one part is refused, nothing changes.
      expect((await change('https://10.1.2.3/')).status).toBe(422)
      expect(await listed()).toEqual([before])
      const url = 'https://hooks.skyline-travel.example/new'
      const { json: changed } = await change(url)
      expect(changed).toMatchObject({
        secret: expect.stringMatching(/^whsec_/),
        endpoint: { url, signed: false, partner, state: 'disabled', disabledReason: 'operator' },
      })
      expect(Date.parse(changed.signsFrom)).toBe(operator.platform.clock.wallMs() + 60_000)
      expect(await listed()).toEqual([changed.endpoint])
    })

    it('refuse a status whose event is invalid, and name no part of the request', async () => {
      const { submissionId } = await makeWorld(operator)
      const text = `update submissions set applicant = '{}' where id = $1`
      await operator.platform.database.query(text, [submissionId])
      const reply = await operator.call('changeStatus', {
        params: { submissionId },
        body: { status: 'RETURNED' },
      })
      expect(reply.status).toBe(422)
      const paths = reply.json.error.issues.map(({ path }: { path: string }) => path)
      expect(new Set(paths)).toEqual(new Set(['']))
    })

    it('show the submission, event and delivery of a change of status', async () => {
      const { submissionId, endpointId, partner } = await makeWorld(operator)
      const body = { status: 'VISA_GRANTED', grant }
      const receipt = await operator.ok('changeStatus', { params: { submissionId }, body })
      const { deliveryId, eventId: event, timestamp } = receipt
      const told = await operator.ok('getDelivery', { params: { deliveryId } })
      expect(told.attempts).toEqual([])
      expect(told.delivery).toMatchObject({
        event,
        timestamp,
        eventName: 'submission.updated',
        submission: submissionId,
        endpoint: endpointId,
        environment,
        partner,
        state: 'pending',
        step: 1,
        attempts: 0,
        lastOutcome: null,
        lastStatus: null,
      })
      const { items } = await operator.ok('listSubmissions', {
        query: { submission: submissionId },
      })
      expect(items).toMatchObject([{ ...body, id: submissionId, partner, applicant }])
    })

    it('show how many deliveries of an endpoint wait, and how many were given up', async () => {
      const { submissionId, endpointId } = await makeWorld(operator)
      const body = { status: 'IN_REVIEW' }
      await operator.ok('changeStatus', { params: { submissionId }, body })
      const set = async (enabled: boolean) =>
        (await operator.ok('updateEndpoint', { params: { endpointId }, body: { enabled } }))
          .endpoint
      expect(await set(true)).toMatchObject({ pending: 1, held: 0, deadLetters: 1 })
      const disabledAt = new Date(operator.platform.clock.wallMs()).toISOString()
      const counts = { pending: 0, held: 1, deadLetters: 1 }
      expect(await set(false)).toMatchObject({ ...counts, probeAt: null, disabledAt })
      const range = { state: 'dead-letter', endpoint: endpointId, ...wholeTime }
      const replayed = await operator.ok('replayDeliveries', { body: range })
      expect(replayed).toEqual({ count: 1, expired: 0 })
      expect(await set(true)).toMatchObject({
        state: 'enabled',
        disabledReason: null,
        disabledAt: null,
        pending: 2,
        held: 0,
        deadLetters: 0,
      })
    })

    it('split a list into consecutive pages', async () => {
      const { partner } = await makeWorld(operator)
      const body = { ...aSubmission, partner, applicant }
      for (let count = 0; count < 3; count++) await operator.ok('createSubmission', { body })
      const page = async (query: object) =>
        operator.ok('listSubmissions', { query: { partner, limit: '3', ...query } })
      const first = await page({})
      const second = await page({ after: first.next })
      expect([first.items.length, second.items.length, second.next]).toEqual([3, 1, null])
    })
  })

  it('I12 these tests cover every documented status but 409 and 503', () => {
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

  it('I10 keys and secrets appear only in the answer that creates them', () => {
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
    for (const secret of [...secrets, operatorToken, 'Canary', 'Personal', callbackUrl]) {
      expect(logged).not.toContain(secret)
    }
    expect(everything).not.toContain(operatorToken)
  })

  it('exactly the writes accept an Idempotency-Key', () => {
    const keyed = all.filter(({ parameters }) => 'Idempotency-Key' in parameters.header)
    expect(keyed).toEqual(all.filter(({ method }) => method !== 'GET'))
  })
})
