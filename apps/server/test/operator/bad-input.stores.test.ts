import { randomUUID } from 'node:crypto'
import { constants as contract } from '@partner-platform/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constants } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/surface.ts'
import { aSubmission } from '../platform/start-platform.ts'
import { storeKind } from '../store-kind.ts'
import { callbackUrl, environment, grant, makeWorld, requests, type World } from './a-world.ts'
import { type Call, startOperator, type TestOperator } from './start-operator.ts'

const utf16 = Buffer.from('﻿{"companyName":"x"}', 'utf16le')
const name = (text: string) => `{"companyName":${text}}`
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])))
const padded = (length: number) => name('"x"') + ' '.repeat(length - name('"x"').length)

/** Bodies of createPartner that no program of ours would send, and what they get. */
const bodies: [string, string | Uint8Array, number][] = [
  ['nothing', '', 400],
  ['blanks', '  ', 400],
  ['null', 'null', 422],
  ['a text', '"x"', 422],
  ['a number', '1', 422],
  ['a list', '[]', 422],
  ['cut off', '{"companyName":"x"', 400],
  ['without a comma', '{"companyName":"x" "other":1}', 400],
  ['with a comma too many', '{"companyName":"x",}', 400],
  ['with a comment', '{"companyName":"x"/* why */}', 400],
  ['with NaN', name('NaN'), 400],
  ['two documents', `${name('"x"')}${name('"y"')}`, 400],
  ['behind a byte order mark', `﻿${name('"x"')}`, 400],
  ['in UTF-16', utf16, 400],
  ['with bytes that are not UTF-8', Buffer.from(name('"\xff\xfe"'), 'latin1'), 400],
  ['with half a surrogate pair', name('"\\ud800"'), 422],
  ['with a raw control character', name('"a\u0001b"'), 400],
  ['with NUL', name('"a\\u0000b"'), 422],
  ['with NUL in a key', '{"company\\u0000Name":"x"}', 422],
  ['with a raw NUL', name('"a\0b"'), 400],
  ['with a key twice', '{"companyName":"x","companyName":"x"}', 400],
  ['with a key twice, once escaped', '{"companyName":"x","company\\u004eame":"y"}', 400],
  ['with __proto__', '{"companyName":"x","__proto__":{"a":1}}', 400],
  ['with constructor', '{"companyName":"x","constructor":{}}', 422],
  ['with toString', '{"toString":"x"}', 422],
  ['33 deep', name(`${'['.repeat(33)}${']'.repeat(33)}`), 400],
  ['60,000 deep', '['.repeat(60_000), 400],
  ['of 5,000 keys', keys(5_000), 422],
  ['of the most bytes that are read', padded(contract.bodyLimitBytes), 201],
  ['of one byte more', padded(contract.bodyLimitBytes + 1), 413],
  ['with a name of the wrong type', name('1'), 422],
  ['with an empty name', name('""'), 422],
  ['with a blank name', name('"   "'), 422],
  ['with a name of 201 characters', name(`"${'x'.repeat(201)}"`), 422],
]

/** Texts that have broken other programs; here they are names like any other. */
const naughty = [
  "'; drop table partners; --",
  "Robert'); DELETE FROM api_keys WHERE ''='",
  '$1 %s %n {{7*7}} #{1}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  '\\',
  '\\x00\\u0000',
  '"quoted" \'single\' `back`',
  '‮right to left',
  'Ω≈ç√∫˜µ≤≥÷ 田中さん 😀👩‍👩‍👧',
  'e\u0301 é',
  'a\tb\nc\rd',
  '​zero​width',
]

const submission = (given: object) => ({ body: { ...aSubmission, ...given } })
const applicant = (given: object) =>
  submission({ applicant: { ...aSubmission.applicant, ...given } })
const granted = (given: object) => ({
  body: { status: 'VISA_GRANTED', grant: { ...grant, ...given } },
})
const origins = (origin: string) => ({ body: { origins: { development: [origin] } } })
const [replaces, delivery] = [randomUUID(), randomUUID()]
const endpoint = (url: unknown) => ({ body: { environment, url } })

/** Bodies that are JSON but not what the operation reads; and where the first fault is. */
const fields: [OperatorId, Call, string][] = [
  ['createKey', { body: { environment: 'testing', label: 'x' } }, '/environment'],
  ['createKey', { body: { environment, label: 'x'.repeat(101) } }, '/label'],
  ['createKey', { body: { environment } }, '/label'],
  ['createKey', { body: { environment, label: 'x', partner: 'PARTNER' } }, '/partner'],
  ['createKey', { body: { replaces, overlapSeconds: -1 } }, '/overlapSeconds'],
  ['createKey', { body: { replaces, overlapSeconds: 0.5 } }, '/overlapSeconds'],
  ['createKey', { body: { replaces, overlapSeconds: '60' } }, '/overlapSeconds'],
  ['createKey', { body: { replaces, overlapSeconds: null } }, '/overlapSeconds'],
  ['createKey', { bytes: '{"replaces":"x","overlapSeconds":1e400}' }, '/overlapSeconds'],
  ['createKey', { bytes: '{"replaces":"x","overlapSeconds":9007199254740993}' }, '/overlapSeconds'],
  [
    'updateEndpoint',
    { body: { newSecret: { overlapSeconds: constants.operatorOverlapMaxSeconds + 1 } } },
    '/newSecret/overlapSeconds',
  ],
  ['createKey', { body: { replaces, environment } }, '/environment'],
  ['createKey', { body: { environment, label: 'x', overlapSeconds: 1 } }, '/overlapSeconds'],
  ['updateEndpoint', { body: { enabled: null } }, '/enabled'],
  ['updateSettings', origins('https://app.example/'), '/origins/development/0'],
  ['updateSettings', origins('https://*.example'), '/origins/development/0'],
  ['updateSettings', origins('null'), '/origins/development/0'],
  ['updateSettings', origins('http://[::zz]'), '/origins/development/0'],
  ['updateSettings', origins('https://1.2.3'), '/origins/development/0'],
  ['updateSettings', origins('https://app.example:99999'), '/origins/development/0'],
  ['createEndpoint', endpoint('javascript:alert(1)'), '/url'],
  ['createEndpoint', endpoint('data:text/plain,x'), '/url'],
  ['createEndpoint', endpoint('ftp://hooks.example'), '/url'],
  ['createEndpoint', endpoint('https://user:secret@hooks.example/'), '/url'],
  ['createEndpoint', endpoint('https://hooks.example/#part'), '/url'],
  ['createEndpoint', endpoint('https://hooks.example:22/'), '/url'],
  ['createEndpoint', endpoint('https://127.0.0.1/'), '/url'],
  ['createEndpoint', endpoint('https://0x7f.1/'), '/url'],
  ['createEndpoint', endpoint('https://[::ffff:7f00:1]/'), '/url'],
  ['createEndpoint', endpoint('https://169.254.169.254/latest/meta-data'), '/url'],
  ['createEndpoint', endpoint('http://hooks.example/'), '/url'],
  ['createEndpoint', endpoint(`https://hooks.example/${'x'.repeat(2_048)}`), '/url'],
  ['createEndpoint', endpoint('https://[bad/'), '/url'],
  ['createEndpoint', endpoint('https://%zz.example/'), '/url'],
  ['createEndpoint', endpoint(['https://hooks.example/']), '/url'],
  ['createEndpoint', { body: { environment, url: callbackUrl, signed: 'yes' } }, '/signed'],
  ['updateEndpoint', { body: {} }, ''],
  ['updateEndpoint', { body: { url: 'https://10.1.2.3/' } }, '/url'],
  ['updateEndpoint', { body: { state: 'enabled' } }, '/state'],
  ['updateSettings', { body: {} }, ''],
  ['updateSettings', { body: { origins: { testing: [] } } }, '/origins/testing'],
  ['updateSettings', { body: { unsupportedCountries: ['fr'] } }, '/unsupportedCountries/0'],
  ['updateSettings', { body: { unsupportedCountries: ['FR', 'FR'] } }, '/unsupportedCountries'],
  ['createSubmission', submission({ status: 'VISA_GRANTED' }), '/status'],
  ['createSubmission', submission({ status: '' }), '/status'],
  ['createSubmission', submission({ status: 'x'.repeat(65) }), '/status'],
  ['createSubmission', submission({ contactStatus: null }), '/contactStatus'],
  ['createSubmission', submission({ visa: {} }), '/visa/destinationCountry'],
  ['createSubmission', submission({ visa: { ...aSubmission.visa, uuid: '{x}' } }), '/visa/uuid'],
  ['createSubmission', applicant({ email: 'nobody' }), '/applicant/email'],
  ['createSubmission', applicant({ email: 'a@b@c' }), '/applicant/email'],
  ['createSubmission', applicant({ phone: '0123' }), '/applicant/phone'],
  ['createSubmission', applicant({ phone: '+9198765432101234567' }), '/applicant/phone'],
  ['createSubmission', applicant({ firstName: 'a\0b' }), '/applicant/firstName'],
  ['createSubmission', applicant({ lastName: '\udc00' }), '/applicant/lastName'],
  ['createSubmission', applicant({ middleName: 'x' }), '/applicant/middleName'],
  ['changeStatus', { body: { status: 'VISA_GRANTED' } }, '/grant'],
  ['changeStatus', { body: { status: 'RETURNED', grant } }, '/grant'],
  ['changeStatus', { body: { status: 'RETURNED', remarks: 'x' } }, '/remarks'],
  ['changeStatus', granted({ visaExpiryDate: '2025-02-30T00:00:00Z' }), '/grant/visaExpiryDate'],
  ['changeStatus', granted({ visaExpiryDate: '2025-09-12T24:00:00Z' }), '/grant/visaExpiryDate'],
  [
    'changeStatus',
    granted({ visaExpiryDate: '2025-09-12T00:00:00+02:00' }),
    '/grant/visaExpiryDate',
  ],
  ['changeStatus', granted({ remarks: 'x'.repeat(10_001) }), '/grant/remarks'],
  ['changeStatus', granted({ feedbackDocsUrl: ['http://a.example'] }), '/grant/feedbackDocsUrl/0'],
  [
    'changeStatus',
    granted({ feedbackDocsUrl: Array(101).fill(callbackUrl) }),
    '/grant/feedbackDocsUrl',
  ],
  ['replayDeliveries', { body: { delivery, sendExpired: 'yes' } }, '/sendExpired'],
  ['replayDeliveries', { body: { delivery, from: '' } }, '/from'],
  ['replayDeliveries', { body: { delivery, sendExpired: null } }, '/sendExpired'],
  ['replayDeliveries', { body: { sendExpired: 1 } }, '/sendExpired'],
  ['replayDeliveries', { body: { state: 'pending', from: '', to: '' } }, '/state'],
  ['replayDeliveries', { body: { state: 'delivered', from: '2025-06-14', to: '' } }, '/from'],
  ['replayDeliveries', { body: { state: 'delivered', from: '2025-02-30T00:00:00Z' } }, '/from'],
]

const idPaths = [
  '00000000-0000-0000-0000-00000000000G',
  'A0A0A0A0-0000-4000-8000-000000000000',
  'a0a0a0a000004000800000000000000',
  '%7Ba0a0a0a0-0000-4000-8000-000000000000%7D',
  'urn:uuid:a0a0a0a0-0000-4000-8000-000000000000',
  'a0a0a0a0-0000-4000-8000-000000000000%00',
  'a0a0a0a0-0000-4000-8000-000000000000%0a',
  "1'%20or%20'1'='1",
  '%00',
  '%ff',
  '%zz',
  '..%2f..%2fetc',
  'x'.repeat(2_000),
]

const queries: [OperatorId, string, number][] = [
  ['listPartners', 'limit=0', 400],
  ['listPartners', 'limit=201', 400],
  ['listPartners', 'limit=1.5', 400],
  ['listPartners', 'limit=-1', 400],
  ['listPartners', 'limit=', 400],
  ['listPartners', 'limit=ten', 400],
  ['listPartners', 'limit=0x10', 400],
  ['listPartners', 'limit=99999999999999999999', 400],
  ['listPartners', 'limit=1&limit=2', 400],
  ['listPartners', 'limit=%zz', 400],
  ['listPartners', 'limit=200', 200],
  ['listPartners', '', 200],
  ['listPartners', '&&', 200],
  ['listPartners', 'after=', 400],
  ['listPartners', 'after=%00', 400],
  ['listPartners', 'after=abc', 400],
  ['listPartners', "after=' or 1=1", 400],
  ['listPartners', `after=${'a'.repeat(600)}`, 400],
  ['listPartners', `after=${cursor('2025-02-30T00:00:00.000Z', randomUUID())}`, 400],
  ['listPartners', `after=${cursor('2025-02-28T00:00:00.000Z', randomUUID())}`, 200],
  ['listKeys', 'partner=x', 400],
  ['listKeys', 'environment=development&environment=staging', 400],
  ['listEndpoints', 'state=broken', 400],
  ['listSubmissions', 'status=%00', 400],
  ['listSubmissions', 'status=%ed%a0%80', 400],
  ['listSubmissions', "status='; drop table submissions; --", 200],
  ['listSubmissions', `status=${'x'.repeat(1_000)}`, 200],
  ['listDeliveries', 'state=gone', 400],
  ['listDeliveries', 'createdFrom=yesterday', 400],
  ['listDeliveries', 'createdFrom=2025-02-30T00:00:00Z', 400],
  ['listDeliveries', 'createdFrom=2025-06-14T00:00:00%2B02:00', 400],
  ['listDeliveries', 'createdFrom=0000-01-01T00:00:00Z', 200],
  ['listDeliveries', 'createdTo=9999-12-31T23:59:59.999999999Z', 200],
  ['listDeliveries', 'createdTo=2025-06-14T00:00:00.5Z', 200],
  ['listDeliveries', '__proto__=1', 400],
  ['listDeliveries', 'constructor=1', 400],
  ['getSettings', 'limit=1', 400],
  ['listKeys', 'environment=testing', 400],
]

describe(storeKind, () => {
  let operator: TestOperator
  let world: World
  beforeAll(async () => {
    operator = await startOperator(storeKind)
    world = await makeWorld(operator)
  })
  afterAll(() => operator.stop())

  const paramsOf = ({ keyId, endpointId, submissionId, deliveryId }: World) => ({
    ...{ keyId, endpointId, submissionId, deliveryId },
  })

  it.each(bodies)('a body that is %s gets its answer', async (_name, bytes, want) => {
    const { status, json } = await operator.call('createPartner', { bytes })
    expect(status).toBe(want)
    if (status === 422) expect(json.error.issues.length).toBeGreaterThan(0)
    if (status === 400 || status === 413) expect(json.error.issues).toBeUndefined()
  })

  it.each(naughty)('takes %j as a name, and gives it back', async (companyName) => {
    const made = await operator.ok('createPartner', { body: { companyName } })
    expect(made.companyName).toBe(companyName)
    const { items } = await operator.ok('listPartners', { query: { partner: made.id } })
    expect(items).toEqual([made])
  })

  it.each(fields)('%s refuses %j', async (id, given, path) => {
    const needsPartner =
      ['createKey', 'createEndpoint', 'createSubmission'].includes(id) &&
      !Object.hasOwn(given.body ?? {}, 'replaces')
    const body = needsPartner && given.body ? { partner: world.partner, ...given.body } : given.body
    const asked = given.body ? { ...given, body } : given
    const { status, json } = await operator.call(id, { ...asked, params: paramsOf(world) })
    expect(status).toBe(422)
    expect(json.error.code).toBe('unprocessable_content')
    expect(json.error.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  it.each(idPaths)('an id such as %s is refused in every path', async (id) => {
    for (const [operation, name] of [
      ['revokeKey', 'keyId'],
      ['updateEndpoint', 'endpointId'],
      ['changeStatus', 'submissionId'],
      ['getDelivery', 'deliveryId'],
    ] as const) {
      const { body } = requests[operation](world)
      const params = { [name]: id }
      const { status, json } = await operator.call(operation, body ? { params, body } : { params })
      expect([status, json.error.code]).toEqual([400, 'bad_request'])
    }
  })

  it.each(queries)('%s with the query %s gets %i', async (id, text, want) => {
    const query = text.replaceAll(' ', '%20')
    const { status, json } = await operator.call(id, { query })
    expect(status).toBe(want)
    if (status === 400) expect(json.error.issues[0].path).toMatch(/^\/query\//)
  })

  it('tells no value of what it refuses', async () => {
    const secret = 'Canary-in-the-request'
    const replies = [
      await operator.call('createPartner', { body: { [secret]: secret } }),
      await operator.call('createEndpoint', {
        body: { partner: world.partner, environment, url: `https://${secret}@hooks.example` },
      }),
      await operator.call('createSubmission', {
        body: { ...aSubmission, partner: world.partner, status: { secret } },
      }),
    ]
    for (const { status, json } of replies) {
      expect(status).toBe(422)
      const messages = json.error.issues.map((issue: { message: string }) => issue.message)
      expect(messages.join()).not.toContain(secret)
    }
    expect(operator.logs.join()).not.toContain(secret)
  })

  it('I12 nothing of all that was a failure of ours', () => {
    expect(operator.seen.length).toBeGreaterThan(200)
    expect(operator.seen.filter(({ status }) => status >= 500)).toEqual([])
    expect(operator.logs.filter((line) => line.includes('failure'))).toEqual([])
  })
})

function cursor(...parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}
