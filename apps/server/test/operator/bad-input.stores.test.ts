import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { constants } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import { aSubmission } from '../platform/start-platform.ts'
import { storeKind } from '../store-kind.ts'
import { callbackUrl, environment, grant, makeWorld, requests } from './a-world.ts'
import { type Call, startOperator } from './start-operator.ts'

/** Texts that have broken other programs. Here they are valid names. */
const naughty = [
  "Robert'); DELETE FROM api_keys WHERE ''='",
  '$1 %s %n {{7*7}} #{1}',
  '\\x00\\u0000',
  '"quoted" \'single\' `back`',
  'Ω≈ç√∫˜µ≤≥÷ 田中さん 😀👩‍👩‍👧',
  'e\u0301 é',
  'a\tb\nc\rd',
]

const submission = (given: object) => ({ body: { ...aSubmission, ...given } })
const granted = (given: object) => ({
  body: { status: 'VISA_GRANTED', grant: { ...grant, ...given } },
})
const [replaces, delivery] = [randomUUID(), randomUUID()]
const endpoint = (url: unknown, of = environment) => ({ body: { environment: of, url } })
const named = (companyName: unknown) => ({ body: { companyName } })

/** JSON bodies that break the schema, and the path of the fault. */
const fields: [OperatorId, Call, string][] = [
  ['createPartner', named('   '), '/companyName'],
  ['createPartner', named('x'.repeat(201)), '/companyName'],
  ['createKey', { body: { environment: 'testing', label: 'x' } }, '/environment'],
  ['createKey', { body: { environment } }, '/label'],
  ['createKey', { body: { environment, label: 'x', partner: 'PARTNER' } }, '/partner'],
  ['createKey', { body: { replaces, overlapSeconds: -1 } }, '/overlapSeconds'],
  ['createKey', { bytes: '{"replaces":"x","overlapSeconds":9007199254740993}' }, '/overlapSeconds'],
  [
    'updateEndpoint',
    { body: { newSecret: { overlapSeconds: constants.operatorOverlapMaxSeconds + 1 } } },
    '/newSecret/overlapSeconds',
  ],
  ['createKey', { body: { replaces, environment } }, '/environment'],
  ['createKey', { body: { environment, label: 'x', overlapSeconds: 1 } }, '/overlapSeconds'],
  ['createEndpoint', endpoint('ftp://hooks.example'), '/url'],
  ['createEndpoint', endpoint('http://localhost:4020/hook', 'production'), '/url'],
  ['createEndpoint', endpoint('https://[::ffff:7f00:1]/'), '/url'],
  ['updateEndpoint', { body: {} }, ''],
  ['updateEndpoint', { body: { enabled: null } }, '/enabled'],
  ['updateEndpoint', { body: { url: 'https://10.1.2.3/' } }, '/url'],
  ['updateSettings', { body: {} }, ''],
  [
    'updateSettings',
    { body: { origins: { development: ['https://app.example/'] } } },
    '/origins/development/0',
  ],
  ['updateSettings', { body: { unsupportedCountries: ['fr'] } }, '/unsupportedCountries/0'],
  ['updateSettings', { body: { unsupportedCountries: ['FR', 'FR'] } }, '/unsupportedCountries'],
  ['createSubmission', submission({ status: 'VISA_GRANTED' }), '/status'],
  ['changeStatus', { body: { status: 'VISA_GRANTED' } }, '/grant'],
  ['changeStatus', { body: { status: 'RETURNED', grant } }, '/grant'],
  [
    'changeStatus',
    granted({ feedbackDocsUrl: Array(101).fill(callbackUrl) }),
    '/grant/feedbackDocsUrl',
  ],
  ['replayDeliveries', { body: { delivery, from: '' } }, '/from'],
  ['replayDeliveries', { body: { state: 'pending', from: '', to: '' } }, '/state'],
  ['replayDeliveries', { body: { state: 'delivered', from: '2025-02-30T00:00:00Z' } }, '/from'],
]

const idPaths = [
  '00000000-0000-0000-0000-00000000000G',
  'A0A0A0A0-0000-4000-8000-000000000000',
  'a0a0a0a0-0000-4000-8000-000000000000%0a',
  'x'.repeat(2_000),
]

const cursor = (...parts: string[]) => Buffer.from(parts.join(' ')).toString('base64url')

const queries: [OperatorId, string, number][] = [
  ['listPartners', 'limit=0', 400],
  ['listPartners', 'limit=201', 400],
  ['listPartners', 'limit=200', 200],
  ['listPartners', "after=' or 1=1", 400],
  ['listPartners', `after=${'a'.repeat(600)}`, 400],
  ['listPartners', 'after=abc', 400],
  ['listPartners', `after=${cursor('2025-02-28T00:00:00.000Z')}`, 400],
  ['listPartners', `after=${cursor('2025-02-30T00:00:00.000Z', randomUUID())}`, 400],
  ['listPartners', `after=${cursor('0000-01-01T00:00:00.000Z', randomUUID())}`, 400],
  ['listPartners', `after=${cursor('2025-02-28T00:00:00.000Z', "'; drop table partners")}`, 400],
  ['listPartners', `after=${cursor('2025-02-28T00:00:00.000Z', randomUUID(), 'more')}`, 400],
  ['listPartners', `after=${cursor('a\0', 'b')}`, 400],
  ['listPartners', `after=${cursor('2025-02-28T00:00:00.000Z', randomUUID())}`, 200],
  ['listKeys', 'partner=x', 400],
  ['listEndpoints', 'state=broken', 400],
  ['listSubmissions', 'status=%ed%a0%80', 400],
  ['listDeliveries', 'createdFrom=2025-02-30T00:00:00Z', 400],
  ['listDeliveries', 'createdFrom=2025-06-14T00:00:00%2B02:00', 400],
  ['listDeliveries', 'createdFrom=0000-01-01T00:00:00Z', 200],
  ['listDeliveries', 'createdTo=9999-12-31T23:59:59.999999999Z', 200],
]

describe(storeKind, async () => {
  const operator = await startOperator(storeKind)
  const world = await makeWorld(operator)
  afterAll(() => operator.close())

  it('accepts any text as a name, and returns it unchanged', async () => {
    for (const companyName of naughty) {
      const made = await operator.ok('createPartner', { body: { companyName } })
      expect(made.companyName).toBe(companyName)
      const { items } = await operator.ok('listPartners', { query: { partner: made.id } })
      expect(items).toEqual([made])
    }
  })

  it.each(fields)('%s refuses %j', async (id, given, path) => {
    const needsPartner =
      ['createKey', 'createEndpoint', 'createSubmission'].includes(id) &&
      !Object.hasOwn(given.body ?? {}, 'replaces')
    const body = needsPartner && given.body ? { partner: world.partner, ...given.body } : given.body
    const asked = given.body ? { ...given, body } : given
    const { status, json } = await operator.call(id, { ...asked, params: { ...world } })
    expect([status, json.error.code]).toEqual([422, 'unprocessable_content'])
    expect(json.error.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  it.each(idPaths)('refuses the id %s in every path', async (id) => {
    for (const [operation, name] of [
      ['revokeKey', 'keyId'],
      ['updateEndpoint', 'endpointId'],
      ['changeStatus', 'submissionId'],
      ['getDelivery', 'deliveryId'],
    ] as const) {
      const asked = { ...requests[operation](world), params: { [name]: id } }
      const { status, json } = await operator.call(operation, asked)
      expect([status, json.error.code]).toEqual([400, 'bad_request'])
    }
  })

  it.each(queries)('%s with the query %s gets %i', async (id, text, want) => {
    const { status, json } = await operator.call(id, { query: text.replaceAll(' ', '%20') })
    expect(status).toBe(want)
    if (status === 400) expect(json.error.issues[0].path).toMatch(/^\/query\//)
  })

  it('does not quote a value that it refuses', async () => {
    const secret = 'Canary-in-the-request'
    const { partner } = world
    const refused: [OperatorId, object][] = [
      ['createPartner', { [secret]: secret }],
      ['createEndpoint', { partner, environment, url: `https://${secret}@hooks.example` }],
      ['createSubmission', { ...aSubmission, partner, status: { secret } }],
    ]
    for (const [id, body] of refused) {
      const { status, json } = await operator.call(id, { body })
      expect(status).toBe(422)
      const messages = json.error.issues.map((issue: { message: string }) => issue.message)
      expect(messages.join()).not.toContain(secret)
    }
    expect(operator.logs.join()).not.toContain(secret)
  })

  it('I12 none of these requests caused a failure on our side', () => {
    expect(operator.seen.length).toBeGreaterThan(60)
    expect(operator.seen.filter(({ status }) => status >= 500)).toEqual([])
    expect(operator.logs.filter((line) => line.includes('failure'))).toEqual([])
  })
})
