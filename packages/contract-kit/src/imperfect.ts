import { examples } from './examples.ts'

/** A change of a JSON value: the new value at each JSON Pointer; `undefined` removes it. */
type Changes = Readonly<Record<string, unknown>>

export interface ImperfectAnswer {
  /** The statement of the source that leaves it open. */
  rule: string
  name: string
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Pointers to the departures from the contract; `''` for the answer itself. */
  departs: readonly string[]
  /** Why the body of an error is not the documented one, if it is not. */
  bodyProblem?: string
}

export interface ImperfectWebhook {
  rule: string
  name: string
  /** The event to send, before it becomes text. */
  event: unknown
  /** Text before the event. */
  prefix?: string
  departs: readonly string[]
  secret?: string
  /** The case of the signature's digits. @default that of the contract */
  digits?: 'upper-case'
  /** Header lines that differ from those of the contract; `null` for one that is missing. */
  headers?: Readonly<Record<string, string | null>>
}

const json = 'application/json'
const validValue = (schema: string, name?: string) => {
  const found = examples(schema).find(
    (one) => one.folder === 'valid' && (name === undefined || one.name === name),
  )
  if (found === undefined) throw new Error(`There is no valid example of ${schema} ${name ?? ''}.`)
  return found.value
}

function change(value: unknown, changes: Changes): unknown {
  const copy = structuredClone(value)
  for (const [pointer, to] of Object.entries(changes)) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    const owner = keys.reduce((at, key) => at[key] as Members, copy as Members)
    if (to === undefined) delete owner[last]
    else owner[last] = to
  }
  return copy
}

type Members = Record<string, unknown>

const list = (
  rule: string,
  name: string,
  changes: Changes,
  { departs = Object.keys(changes), type = json, prefix = '' } = {},
): ImperfectAnswer => ({
  rule,
  name,
  status: 200,
  departs,
  headers: type === '' ? {} : { 'content-type': type },
  body: prefix + JSON.stringify(change(validValue('CountryList'), changes)),
})

const refusal = (
  rule: string,
  name: string,
  body: string,
  { bodyProblem, type = json }: { bodyProblem?: string; type?: string } = {},
): ImperfectAnswer => ({
  rule,
  name,
  status: Number(rule.split('.')[1]),
  body,
  departs: [],
  headers: type === '' ? {} : { 'content-type': type },
  ...(bodyProblem !== undefined && { bodyProblem }),
})

/** Answers of a server that follows the source but not our decisions: all are usable. */
export const imperfectAnswers: readonly ImperfectAnswer[] = [
  list('2.1.formats', 'a country with an alpha-3 code', { '/result/0/isoCode': 'IND' }),
  list('2.1.formats', 'a country with a lower-case code', { '/result/0/isoCode': 'in' }),
  list('2.1.formats', 'a currency in words', { '/result/0/currency': 'Rupee' }),
  list('2.1.formats', 'a UUID in upper case', {
    '/result/0/uuid': '7D9A1C62-5B0E-4C6B-9F0A-1F2E3D4C5B6A',
  }),
  list('2.1.formats', 'an identifier that is not a UUID', { '/result/0/uuid': 'country-1' }),
  list('2.1.formats', 'an empty name', { '/result/0/name': '' }),
  list('2.1.minimal', 'a country with an extra field', { '/result/0/dialCode': '+91' }),
  list('2.2.status', 'an envelope with an extra field', { '/total': 249 }),
  list('2.2.statusCode', 'a different status code in the envelope', { '/statusCode': 0 }),
  list('2.2.status', 'a status that is false', { '/status': false }),
  list('2.1.currency', 'a country whose currency is null', { '/result/0/currency': null }),
  list('2.1.isoCode', 'a country without a code', { '/result/0/isoCode': undefined }),
  list('2.2.result', 'null among the countries', { '/result/0': null }),
  list('2.2.result', 'an empty list', { '/result': [] }, { departs: [] }),
  list(
    '4.1.success',
    'a type with a structured suffix',
    {},
    { type: 'application/hal+json', departs: [''] },
  ),
  list('4.1.success', 'text/json', {}, { type: 'text/json', departs: [''] }),
  list('4.1.success', 'a type with a charset', {}, { type: `${json}; charset=utf-8` }),
  list('4.1.success', 'no content type', {}, { type: '', departs: [''] }),
  list('4.1.success', 'a byte order mark', {}, { prefix: '\uFEFF', departs: [''] }),
  refusal('7.401', 'an empty 401', '', { bodyProblem: 'empty' }),
  refusal('7.401', 'a 401 with an HTML page', '<html></html>', {
    bodyProblem: 'HTML',
    type: 'text/html',
  }),
  refusal('7.401', 'a 401 with text', 'Unauthorized', { bodyProblem: 'JSON', type: 'text/plain' }),
  refusal('7.401', 'a 401 with another object', '{"message":"no"}', { bodyProblem: 'shape' }),
  refusal('7.403', 'an empty 403 without a type', '', { bodyProblem: 'empty', type: '' }),
  refusal('7.403', 'a 403 with problem details', '{"type":"about:blank","status":403}', {
    bodyProblem: 'shape',
    type: 'application/problem+json',
  }),
  refusal('7.403', 'a 403 with a success body', JSON.stringify(validValue('CountryList')), {
    bodyProblem: 'shape',
  }),
  refusal('7.429', 'a 429 with text', '"slow down"', { bodyProblem: 'shape' }),
  refusal('7.429', 'a 429 cut short', '{"status":', { bodyProblem: 'JSON' }),
  refusal(
    '7.429',
    'a 429 with another request id and an extra field',
    JSON.stringify(
      change(validValue('ErrorResponse', 'too-many-requests'), {
        '/error/requestId': 'abc',
        '/error/hint': 'wait',
      }),
    ),
  ),
]

const granted = validValue('SubmissionUpdated', 'visa-granted')
const returned = validValue('SubmissionUpdated', 'returned')

const webhook = (
  rule: string,
  name: string,
  changes: Changes,
  {
    of = returned,
    departs = Object.keys(changes),
    ...more
  }: Partial<ImperfectWebhook> & { of?: unknown } = {},
): ImperfectWebhook => ({ rule, name, departs, event: change(of, changes), ...more })

/** A webhook with another value in one field. */
const field = (path: string, name: string, to: unknown, more: Parameters<typeof webhook>[3] = {}) =>
  webhook(`2.3.${path}`, name, { [`/${path.replaceAll('.', '/')}`]: to }, more)

const at = '2025-06-14T12:00:00'
const timestamp = (name: string, to: string) => field('timestamp', `a timestamp ${name}`, to)

/** Deliveries of a platform that follows the source but not our decisions: all are events. */
export const imperfectWebhooks: readonly ImperfectWebhook[] = [
  timestamp('without milliseconds', `${at}Z`),
  timestamp('with an offset of zero', `${at}.000+00:00`),
  timestamp('with an offset', `${at}.000+05:30`),
  timestamp('with six fractional digits', `${at}.123456Z`),
  timestamp('with one fractional digit', `${at}.5Z`),
  timestamp('without a zone', `${at}.000`),
  timestamp('with a space in it', '2025-06-14 12:00:00Z'),
  timestamp('in lower case', '2025-06-14t12:00:00z'),
  timestamp('of a leap second', '2025-06-14T12:59:60Z'),
  field('submission.applicant.phone', 'a phone number with spaces', '+91 98765 43210'),
  field('submission.applicant.phone', 'a national phone number', '098765-43210'),
  field('submission.applicant.phone', 'a phone number that is null', null),
  field('submission.applicant.phone', 'a phone number that is a number', 9_876_543_210),
  field(
    'submission.applicant.email',
    'an e-mail address with non-ASCII letters',
    'josé@exämple.com',
  ),
  field('submission.applicant.email', 'an empty e-mail address', ''),
  field('submission.uuid', 'a UUID in upper case', 'A3F0C2D4-7B1E-4C58-9A6D-2E8F4B0C1D35'),
  field('submission.uuid', 'an identifier that is not a UUID', 'sub_1'),
  field('agent.uuid', 'an agent with a UUID in braces', '{7d9a1c62-5b0e-4c6b-9f0a-1f2e3d4c5b6a}'),
  field('submission.visa.uuid', 'a visa with an empty identifier', ''),
  webhook('2.3.agent', 'an agent with an extra field', { '/agent/country': 'IN' }),
  webhook('2.3.submission', 'a submission with an extra field', { '/submission/note': null }),
  webhook('2.3.shape', 'an event with an extra field', { '/id': 'evt_1' }),
  webhook('2.3.statuses', 'an unknown status', { '/submission/status': 'PAID' }, { departs: [] }),
  webhook(
    '2.3.contactStatuses',
    'an unknown contact status',
    { '/submission/contactStatus': 'CALLED' },
    { departs: [] },
  ),
  webhook('6.4.2', 'remarks on RETURNED', { '/submission/remarks': 'Call us.' }),
  webhook('6.4.1', 'an expiry that is null on RETURNED', { '/submission/visaExpiryDate': null }),
  webhook('6.3', 'a grant without remarks', { '/submission/remarks': undefined }, { of: granted }),
  webhook(
    '6.3',
    'a grant whose expiry is null',
    { '/submission/visaExpiryDate': null },
    { of: granted },
  ),
  field('submission.visaExpiryDate', 'a grant with a day as expiry', '2026-01-31', { of: granted }),
  field('submission.feedbackDocsUrl', 'a grant with an http link', ['http://docs.example/a.pdf'], {
    of: granted,
    departs: ['/submission/feedbackDocsUrl/0'],
  }),
  field('submission.feedbackDocsUrl', 'a grant with null among its links', [null], {
    of: granted,
    departs: ['/submission/feedbackDocsUrl/0'],
  }),
  field(
    'submission.feedbackDocsUrl',
    'a grant with one link instead of a list',
    'https://docs.example/a.pdf',
    { of: granted },
  ),
  webhook('5.5', 'a signature in upper case', {}, { digits: 'upper-case' }),
  webhook('5.7', 'a secret that is plain text', {}, { secret: "It's a Secret to Everybody" }),
  webhook(
    '5.7',
    'a secret of hexadecimal digits',
    {},
    { secret: '00ff10a9c3d4e5f60718293a4b5c6d7e' },
  ),
  webhook('5.7', 'a short secret', {}, { secret: 'hush' }),
  webhook(
    '6.1.4',
    'a header that names another event',
    {},
    { headers: { 'x-platform-event': 'submission' } },
  ),
  webhook(
    '6.2.X-Platform-Event',
    'no header that names the event',
    {},
    { headers: { 'x-platform-event': null } },
  ),
  webhook(
    '6.2.Content-Type',
    'a content type with a charset',
    {},
    { headers: { 'content-type': `${json}; charset=utf-8` } },
  ),
]
