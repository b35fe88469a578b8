import type { IncomingMessage } from 'node:http'
import {
  allowedOrigin,
  eachCountry,
  namingType,
  ownKey,
  type Parts,
  rightParts,
} from './faulty-server.ts'
import type { Finds } from './receivers.ts'

/** A server that is right in all but these parts. */
type Fault = Finds & Partial<Parts>

const keyByHeader = ({ headers }: IncomingMessage) => headers['x-api-key'] as string | undefined

/** Changes the answers of one status. */
const changing =
  (status: number, change: Parts['finish']): Parts['finish'] =>
  (answered, request) =>
    answered.status === status ? change(answered, request) : answered

/** Takes a header from the answers of one status. */
const without = (name: string, status: number): Parts['finish'] =>
  changing(status, ({ headers: { [name]: _, ...headers }, ...rest }) => ({ ...rest, headers }))

/** A right server whose keys have another state. */
const keysBy = (stateOf: (key: string) => Parts['keys'][string] | undefined): Parts['keys'] =>
  new Proxy(rightParts.keys, { get: (_, key: string) => stateOf(key) })

const { keys } = rightParts
const limitHeaders = ['limit-headers-of-200', 'limit-headers-of-401', 'limit-headers-of-403']
/** What else looks at the rate-limit headers. */
const limitReaders = ['unknown-path', 'limit-answer']

/** Every server with a fault, by the rule that the first of its findings names. */
export const faultyServers: Readonly<Record<string, Fault>> = {
  '5.2 takes no bearer token': {
    breaks: ['bearer-key'],
    keyOf: (request) =>
      request.headers.authorization?.startsWith('Bearer') && !keyByHeader(request)
        ? undefined
        : rightParts.keyOf(request),
  },
  '5.2 takes no key in the header of its own': {
    breaks: ['header-key', 'equal-keys'],
    keyOf: (request) => (keyByHeader(request) ? undefined : rightParts.keyOf(request)),
  },
  '5.4 takes any key that has the form of one': {
    breaks: ['unknown-key'],
    keys: keysBy(
      (key) => keys[key] ?? (/^ppk_dev_[0-9A-Za-z]{36}$/.test(key) ? 'active' : undefined),
    ),
  },
  '5.4 takes a key that begins like one of its own': {
    breaks: ['malformed-key'],
    keyOf: (request) => {
      const key = rightParts.keyOf(request)
      return key?.startsWith(ownKey) ? ownKey : key
    },
  },
  '5.4 takes revoked keys': {
    breaks: ['revoked-key'],
    keys: keysBy((key) => (keys[key] === 'revoked' ? 'active' : keys[key])),
  },
  '5.4 answers 403 to unknown keys and 401 to those of elsewhere': {
    breaks: [
      ...['unknown-key', 'no-key', 'malformed-key', 'revoked-key', 'other-scheme'],
      ...['key-elsewhere', 'keys-that-differ', 'other-environment'],
    ],
    unknown: 403,
    elsewhere: 401,
  },
  '5.3 takes keys of another environment': { breaks: ['other-environment'], elsewhere: 200 },
  '5.4 takes a key from the query': {
    breaks: ['key-elsewhere'],
    keyOf: (request) =>
      new URL(request.url ?? '', 'http://host').searchParams.get('x-api-key') ??
      rightParts.keyOf(request),
  },
  '5.4 takes another scheme': {
    breaks: ['other-scheme'],
    keyOf: (request) =>
      /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? rightParts.keyOf(request),
  },
  'D-019 takes the first of two keys': {
    breaks: ['keys-that-differ'],
    keyOf({ headersDistinct }) {
      const [bearer] = headersDistinct.authorization ?? []
      const [key] = headersDistinct['x-api-key'] ?? []
      return bearer === undefined ? key : /^Bearer +(\S+)$/i.exec(bearer)?.[1]
    },
  },
  'D-017 tells why it answers 401': {
    breaks: ['causes-look-alike'],
    finish: changing(401, (answered, request) => {
      const message = keyByHeader(request) ? 'Unknown key.' : 'No key.'
      const { error, ...body } = answered.body as { error: object }
      return { ...answered, body: { ...body, error: { ...error, message } } }
    }),
  },
  '5.3 does not look at origins': {
    breaks: ['foreign-origin', 'look-alike-origins', 'null-origin'],
    allows: () => true,
  },
  '5.3 compares the beginning of origins': {
    breaks: ['look-alike-origins'],
    allows: (origin) => origin.startsWith(allowedOrigin),
  },
  '4.1.rule2 allows any origin to read': {
    warning: 'advice',
    breaks: ['allowed-origin', 'preflight'],
    corsHeaders: () => ({ 'access-control-allow-origin': '*' }),
  },
  '4.1.rule2 refuses registered origins': {
    breaks: ['allowed-origin', 'preflight'],
    allows: () => false,
  },
  'D-021 wants a key for a preflight request': { breaks: ['preflight'], answersPreflight: false },
  'D-017 sends no challenge': { breaks: ['challenge'], finish: without('www-authenticate', 401) },
  '5.4 throws on a long key': {
    breaks: ['malformed-key', 'documented-statuses'],
    finish: (answered, request) =>
      (keyByHeader(request)?.length ?? 0) > 100 ? { ...answered, status: 500 } : answered,
  },
  '2.1.minimal sends a country with a member more': {
    breaks: ['country-members'],
    success: eachCountry((country) => ({ ...country, phonePrefix: '+91' })),
  },
  '2.1.minimal sends a country without its currency': {
    breaks: ['country-members'],
    success: eachCountry(({ currency: _, ...rest }) => rest),
  },
  'D-022 sends codes in small letters': {
    breaks: ['country-formats'],
    success: eachCountry((one) => ({ ...one, isoCode: one.isoCode.toLowerCase() })),
  },
  '2.2.status sends the status as text': {
    breaks: ['envelope-status'],
    success: (body) => ({ ...body, status: 'true' }),
  },
  '2.2.statusCode leaves statusCode out': {
    breaks: ['envelope-status-code'],
    success: ({ statusCode: _, ...body }) => body,
  },
  '2.2.result sends the countries as an object': {
    breaks: ['envelope-result'],
    success: (body) => ({ ...body, result: { ...body.result } }),
  },
  'D-026 adds to the envelope': {
    breaks: ['envelope-members'],
    success: (body) => ({ ...body, page: 1 }),
  },
  '4.1.success says that its JSON is HTML': {
    warning: 'content-type',
    breaks: ['success-is-json'],
    finish: changing(200, namingType('text/html')),
  },
  'D-022 sends the list again though the caller has it': {
    breaks: ['entity-tag'],
    finish: changing(304, (answered) => ({ ...answered, status: 200 })),
  },
  '4.1.method takes any method': {
    warning: 'advice',
    breaks: ['other-method'],
    allowsMethod: () => true,
  },
  'D-026 refuses queries': {
    breaks: ['unknown-query', 'documented-statuses'],
    finish: (answered, request) =>
      request.url?.includes('conformance=') ? { ...answered, status: 400 } : answered,
  },
  '4.1.rule1 calls the rate-limit headers by other names': {
    warning: 'advice',
    breaks: [...limitHeaders, ...limitReaders],
    limitHeaders: ({ used, quota }) => ({
      'x-ratelimit-limit': String(quota),
      'x-ratelimit-remaining': String(Math.max(0, quota - used)),
    }),
  },
  '4.1.rule1 sends no rate-limit headers': {
    breaks: [...limitHeaders, ...limitReaders],
    limitHeaders: () => ({}),
  },
  '4.1.rule1 sends no rate-limit headers with a 401': {
    warning: 'advice',
    breaks: ['limit-headers-of-401'],
    finish: without('ratelimit', 401),
  },
  'D-015 does not count': {
    breaks: ['limit-counts', 'limit-answer', 'limit-enforced'],
    limitHeaders: ({ quota }) => rightParts.limitHeaders({ used: 0, quota }),
  },
  '7.429 never enforces the limit': { breaks: ['limit-enforced'], enforces: false },
  'D-015 does not say when to call again': {
    breaks: ['limit-answer'],
    finish: without('retry-after', 429),
  },
  'D-016 sends errors in a form of its own': {
    breaks: ['error-envelope-of-401', 'error-envelope-of-403', 'unknown-path'],
    finish: (answered) =>
      answered.status < 400 ? answered : { ...answered, body: { message: 'Refused.' } },
  },
  'D-016 says another status in the error envelope': {
    breaks: ['error-envelope-of-401'],
    finish: changing(401, (answered) => ({
      ...answered,
      body: { ...(answered.body as object), statusCode: 400 },
    })),
  },
  'D-016 answers every path': {
    breaks: ['unknown-path'],
    allowsPath: (path) => path.startsWith('/api/'),
  },
}
