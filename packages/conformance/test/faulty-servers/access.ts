import type { IncomingMessage } from 'node:http'
import { allowedOrigin, ownKey, type Parts, rightParts } from './faulty-server.ts'
import { changing, type FaultyServer, faulty, without } from './fixture.ts'

const keyByHeader = ({ headers }: IncomingMessage) => headers['x-api-key'] as string | undefined

/** Servers that let the wrong ones in, or keep the right ones out. */
export const accessFaults: readonly FaultyServer[] = [
  faulty(
    'takes no bearer token',
    { rule: '5.2', breaks: ['bearer-key'] },
    {
      keyOf: (request) =>
        request.headers.authorization?.startsWith('Bearer') && !keyByHeader(request)
          ? undefined
          : rightParts.keyOf(request),
    },
  ),
  faulty(
    'takes no key in the header of its own',
    { rule: '5.2', breaks: ['header-key', 'equal-keys'] },
    {
      keyOf: (request) => (keyByHeader(request) ? undefined : rightParts.keyOf(request)),
    },
  ),
  faulty(
    'takes any key that has the form of one',
    { rule: '5.4', breaks: ['unknown-key'] },
    { keys: new Proxy(rightParts.keys, { get: (keys, key: string) => keys[key] ?? stateOf(key) }) },
  ),
  faulty(
    'takes a key that begins like one of its own',
    { rule: '5.4', breaks: ['malformed-key'] },
    {
      keyOf: (request) => {
        const key = rightParts.keyOf(request)
        return key?.startsWith(ownKey) ? ownKey : key
      },
    },
  ),
  faulty(
    'takes revoked keys',
    { rule: '5.4', breaks: ['revoked-key'] },
    { keys: new Proxy(rightParts.keys, { get: (keys, key: string) => unrevoked(keys[key]) }) },
  ),
  faulty(
    'answers 403 to unknown keys and 401 to those of elsewhere',
    {
      rule: '5.4',
      breaks: [
        'unknown-key',
        'no-key',
        'malformed-key',
        'revoked-key',
        'other-scheme',
        'key-elsewhere',
        'keys-that-differ',
        'other-environment',
      ],
    },
    { unknown: 403, elsewhere: 401 },
  ),
  faulty(
    'takes keys of another environment',
    { rule: '5.3', breaks: ['other-environment'] },
    { elsewhere: 200 },
  ),
  faulty(
    'takes a key from the query',
    { rule: '5.4', breaks: ['key-elsewhere'] },
    {
      keyOf: (request) =>
        new URL(request.url ?? '', 'http://host').searchParams.get('x-api-key') ??
        rightParts.keyOf(request),
    },
  ),
  faulty(
    'takes another scheme',
    { rule: '5.4', breaks: ['other-scheme'] },
    {
      keyOf(request) {
        const [, key] = /^Token (\S+)$/.exec(request.headers.authorization ?? '') ?? []
        return key ?? rightParts.keyOf(request)
      },
    },
  ),
  faulty(
    'takes the first of two keys',
    { rule: 'D-019', breaks: ['keys-that-differ'] },
    {
      keyOf({ headersDistinct }) {
        const [bearer] = headersDistinct.authorization ?? []
        const [key] = headersDistinct['x-api-key'] ?? []
        return bearer === undefined ? key : /^Bearer +(\S+)$/i.exec(bearer)?.[1]
      },
    },
  ),
  faulty(
    'tells why it answers 401',
    { rule: 'D-017', breaks: ['causes-look-alike'] },
    {
      finish: changing(401, (answered, request) => {
        const message = keyByHeader(request) ? 'Unknown key.' : 'No key.'
        const { error, ...body } = answered.body as { error: object }
        return { ...answered, body: { ...body, error: { ...error, message } } }
      }),
    },
  ),
  faulty(
    'does not look at origins',
    { rule: '5.3', breaks: ['foreign-origin', 'look-alike-origins', 'null-origin'] },
    { allows: () => true },
  ),
  faulty(
    'compares the beginning of origins',
    { rule: '5.3', breaks: ['look-alike-origins'] },
    { allows: (origin) => origin.startsWith(allowedOrigin) },
  ),
  faulty(
    'allows any origin to read',
    { rule: '4.1.rule2', breaks: ['allowed-origin', 'preflight'] },
    { corsHeaders: () => ({ 'access-control-allow-origin': '*' }) },
  ),
  faulty(
    'refuses registered origins',
    { rule: '4.1.rule2', breaks: ['allowed-origin', 'preflight'] },
    { allows: () => false },
  ),
  faulty(
    'wants a key for a preflight request',
    { rule: 'D-021', breaks: ['preflight'] },
    { answersPreflight: false },
  ),
  faulty(
    'sends no challenge',
    { rule: 'D-017', breaks: ['challenge'] },
    { finish: without('www-authenticate', 401) },
  ),
  faulty(
    'throws on a long key',
    { rule: '5.4', breaks: ['malformed-key', 'documented-statuses'] },
    {
      finish: (answered, request) =>
        (keyByHeader(request)?.length ?? 0) > 100 ? { ...answered, status: 500 } : answered,
    },
  ),
]

const stateOf = (key: string) => (/^ppk_dev_[0-9A-Za-z]{36}$/.test(key) ? 'active' : undefined)

const unrevoked = (state: Parts['keys'][string] | undefined) =>
  state === 'revoked' ? 'active' : state
