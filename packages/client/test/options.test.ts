import { operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { clientOf, refusal } from './exchange.ts'

const canary = 'ppk_prd_CANARY'
const good = { baseUrl: 'https://api.example', apiKey: canary }

const [malformedUrl, unusableUrl] = ['Option baseUrl is malformed', 'Option baseUrl is not usable']

/** Options that are refused, with the start of the message: those given, in place of good ones. */
const rows: [string, unknown, string][] = [
  ['no options', undefined, 'Options of createClient are missing'],
  ['an unknown option', { timeoutMS: 1 }, 'Option timeoutMS is unknown'],
  ['no apiKey', { apiKey: undefined }, 'Option apiKey is missing'],
  ['an empty apiKey', { apiKey: '' }, 'Option apiKey is missing'],
  ['a number for apiKey', { apiKey: 42 }, 'Option apiKey is missing'],
  ['an apiKey with a space in it', { apiKey: `${canary} ` }, 'Option apiKey is malformed'],
  ['an apiKey beyond ASCII', { apiKey: `${canary}é` }, 'Option apiKey is malformed'],
  ['no baseUrl', { baseUrl: undefined }, malformedUrl],
  ['a relative baseUrl', { baseUrl: '/api' }, malformedUrl],
  ['a baseUrl with a final newline', { baseUrl: 'https://api.example\n' }, malformedUrl],
  ['a server without a URL', { baseUrl: {} }, malformedUrl],
  ['a baseUrl of another scheme', { baseUrl: 'ftp://api.example' }, unusableUrl],
  ['a baseUrl with a password', { baseUrl: 'https://u:CANARY@api.example' }, unusableUrl],
  ['a baseUrl with a query', { baseUrl: 'https://api.example?CANARY' }, unusableUrl],
  ['a baseUrl with a fragment', { baseUrl: 'https://api.example#CANARY' }, unusableUrl],
  ['http to another machine', { baseUrl: 'http://api.example' }, unusableUrl],
  ['http to a name that looks local', { baseUrl: 'http://localhost.example' }, unusableUrl],
  ['an unknown auth', { auth: 'basic' }, 'Option auth is unknown'],
  ['null for auth', { auth: null }, 'Option auth is unknown'],
  ['an inherited name for auth', { auth: 'toString' }, 'Option auth is unknown'],
  ['a timeoutMs of 0', { timeoutMs: 0 }, 'Option timeoutMs is out of range'],
  ['NaN for timeoutMs', { timeoutMs: Number.NaN }, 'Option timeoutMs is out of range'],
  ['a timeoutMs beyond a timer', { timeoutMs: 2 ** 31 }, 'Option timeoutMs is out of range'],
  ['a timeoutMs as text', { timeoutMs: '10' }, 'Option timeoutMs is out of range'],
  ['negative retries', { retries: -1 }, 'Option retries is out of range'],
  ['a negative retryDelayMs', { retryDelayMs: -1 }, 'Option retryDelayMs is out of range'],
  ['NaN for maxRetryDelayMs', { maxRetryDelayMs: Number.NaN }, 'Option maxRetryDelayMs is out of'],
  ['a bodyLimitBytes of 0', { bodyLimitBytes: 0 }, 'Option bodyLimitBytes is out of range'],
  ['a word for fetch', { fetch: 'fetch' }, 'Option fetch is malformed'],
  ['a word for validateResponses', { validateResponses: 'no' }, 'Option validateResponses is malf'],
  ['a number for allowHttp', { allowHttp: 1 }, 'Option allowHttp is malformed'],
]

describe('createClient', () => {
  it.each(rows)('refuses %s, naming the option and no value', async (_, given, start) => {
    const options = given && { ...good, ...(given as object) }
    const message = await refusal(() => createClient(options as never))
    expect(message.startsWith(start), message).toBe(true)
  })

  it.each([
    ['/api/v1/platform/countries', '/api/v1/platform/countries'],
    ['/api/v1/platform/countries/', '/api/v1/platform/countries'],
    ['/API/v1//platform/countries', '/api/v1/platform/countries'],
    ['/gateway/api/v1/platform', '/api/v1/platform'],
    ['/api/v1', '/api/v1'],
  ])('4.1 refuses a baseUrl that ends in %s, because the operation adds it', async (path, left) => {
    const options = { ...good, baseUrl: `https://api.example${path}` }
    expect(await refusal(() => createClient(options))).toContain(`Leave out ${left}.`)
  })

  it.each([
    'https://api.example',
    'https://api.example:8443/prefix/',
    'http://localhost:4010',
    'http://127.0.0.1:4010',
    'http://127.1.2.3',
    'http://[::1]:4010',
    'http://api.localhost',
    ...['/api', '/v1', '/platform'].map((path) => `https://api.example${path}`),
    ...Object.values(servers),
  ])('1.4, 4.1 accepts %o', (baseUrl) => {
    expect(createClient({ ...good, baseUrl })).toHaveProperty('listCountries')
  })

  it('accepts http to another machine if allowHttp is set', () => {
    const baseUrl = 'http://server:4010'
    expect(createClient({ ...good, baseUrl, allowHttp: true })).toHaveProperty('listCountries')
  })

  it('takes undefined for every option that has a default', () => {
    const absent = { auth: undefined, timeoutMs: undefined, retries: undefined, fetch: undefined }
    expect(createClient({ ...good, ...absent })).toHaveProperty('listCountries')
  })

  it('has a method for each operation of the contract, and one for each of its HTTP methods', () => {
    const values = Object.values(operations)
    const names = [...values.map(({ id }) => id), ...values.map(({ method }) => method)]
    expect(Object.keys(createClient(good)).sort()).toEqual([...new Set<string>(names)].sort())
  })

  it('is frozen', () => {
    const client = createClient(good)
    expect(Object.isFrozen(client)).toBe(true)
    expect(() => Object.assign(client, { listCountries: undefined })).toThrow(TypeError)
  })
})

const calls: [string, unknown, string][] = [
  ['an unknown option', { timeoutms: 1 }, 'Option timeoutms is unknown'],
  ['an option of createClient', { apiKey: canary }, 'Option apiKey is unknown'],
  ['an inherited name', { toString: 1 }, 'Option toString is unknown'],
  ['NaN for timeoutMs', { timeoutMs: Number.NaN }, 'Option timeoutMs is out of range'],
  ['null for timeoutMs', { timeoutMs: null }, 'Option timeoutMs is out of range'],
  ['negative retries', { retries: -1 }, 'Option retries is out of range'],
  ['a word for signal', { signal: canary }, 'Option signal is malformed'],
  ['a controller for signal', { signal: new AbortController() }, 'Option signal is malformed'],
  ['null for options', null, 'Options of a call are malformed'],
  ['a list for options', [canary], 'Options of a call are malformed'],
]
describe.each(['listCountries', 'GET'] as const)('a call of %s', (name) => {
  /** Calls with unchecked options. Throws if the method throws synchronously. */
  const begin = (options: unknown, status = 500) => {
    const { client, requests } = clientOf({ status })
    const call: Promise<unknown> =
      name === 'GET'
        ? client.GET(operations.listCountries.path, options as never)
        : client.listCountries(options as never)
    return { call, requests }
  }

  it.each(calls)('rejects %s, sends nothing, and quotes no value', async (_, options, start) => {
    const { call, requests } = begin(options)
    const message = await refusal(() => call)
    expect(message.startsWith(start), message).toBe(true)
    expect(requests).toEqual([])
  })

  it('takes undefined for every option', async () => {
    const absent = { signal: undefined, timeoutMs: undefined, retries: undefined }
    const input = { params: undefined, body: undefined }
    expect(await begin({ ...absent, ...input }).call).toBeDefined()
  })
})

it('client.GET takes the options of fetch, null for signal among them', async () => {
  const fetch = async () => new Response('down', { status: 500 })
  const { error } = await createClient({ ...good, fetch }).GET(operations.listCountries.path, {
    signal: null,
    cache: 'no-store',
    credentials: 'omit',
    mode: 'cors',
    keepalive: true,
    referrer: '',
    referrerPolicy: 'no-referrer',
    integrity: '',
    redirect: 'manual',
    headers: { traceparent: '00-1' },
    parseAs: 'json',
    querySerializer: () => '',
  })
  expect(error).toBe('down')
})
