import { operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'

const canary = 'ppk_prd_CANARY'
const good = { baseUrl: 'https://api.example', apiKey: canary }

/** The message of the `TypeError` that the options provoke. */
function refusal(options: unknown): string {
  try {
    createClient(options as never)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
  throw new Error('The options were accepted.')
}

const grammar = /^[^:]+: expected .+, received .+\. .+\.$/

const rows: [string, unknown, string][] = [
  ['no options', undefined, 'Options of createClient are missing'],
  ['null for options', null, 'Options of createClient are missing'],
  ['an unknown option', { ...good, timeoutMS: 1 }, 'Option timeoutMS is unknown'],
  ['no apiKey', { baseUrl: good.baseUrl }, 'Option apiKey is missing'],
  ['an empty apiKey', { ...good, apiKey: '' }, 'Option apiKey is missing'],
  ['a blank apiKey', { ...good, apiKey: ' \t' }, 'Option apiKey is missing'],
  ['an apiKey that is no text', { ...good, apiKey: 42 }, 'Option apiKey is missing'],
  ['an apiKey with a line end', { ...good, apiKey: `${canary}\n` }, 'Option apiKey is malformed'],
  [
    'an apiKey with a header in it',
    { ...good, apiKey: `${canary}\r\nx: y` },
    'Option apiKey is malformed',
  ],
  ['an apiKey with a space in it', { ...good, apiKey: `${canary} ` }, 'Option apiKey is malformed'],
  ['an apiKey with NUL', { ...good, apiKey: `${canary}\0` }, 'Option apiKey is malformed'],
  ['an apiKey beyond ASCII', { ...good, apiKey: `${canary}é` }, 'Option apiKey is malformed'],
  ['no baseUrl', { apiKey: canary }, 'Option baseUrl is malformed'],
  ['a blank baseUrl', { ...good, baseUrl: ' ' }, 'Option baseUrl is malformed'],
  ['a relative baseUrl', { ...good, baseUrl: '/api' }, 'Option baseUrl is malformed'],
  [
    'a baseUrl with a line end',
    { ...good, baseUrl: 'https://api.example\n' },
    'Option baseUrl is malformed',
  ],
  ['a server without a URL', { ...good, baseUrl: {} }, 'Option baseUrl is malformed'],
  [
    'a baseUrl of another scheme',
    { ...good, baseUrl: 'ftp://api.example' },
    'Option baseUrl is not usable',
  ],
  [
    'a script for a baseUrl',
    { ...good, baseUrl: 'javascript:alert(1)' },
    'Option baseUrl is not usable',
  ],
  [
    'a baseUrl with a password',
    { ...good, baseUrl: 'https://u:CANARY@api.example' },
    'Option baseUrl is not usable',
  ],
  [
    'a URL object with a password',
    { ...good, baseUrl: new URL('https://u:CANARY@api.example') },
    'Option baseUrl is not usable',
  ],
  [
    'a URL object with a query',
    { ...good, baseUrl: new URL('https://api.example?CANARY') },
    'Option baseUrl is not usable',
  ],
  [
    'a URL object of another scheme',
    { ...good, baseUrl: new URL('ftp://api.example') },
    'Option baseUrl is not usable',
  ],
  [
    'a baseUrl with a query',
    { ...good, baseUrl: 'https://api.example?CANARY' },
    'Option baseUrl is not usable',
  ],
  [
    'a baseUrl with a fragment',
    { ...good, baseUrl: 'https://api.example#CANARY' },
    'Option baseUrl is not usable',
  ],
  [
    'http to another machine',
    { ...good, baseUrl: 'http://api.example' },
    'Option baseUrl is not usable',
  ],
  [
    'http to a name that looks local',
    { ...good, baseUrl: 'http://localhost.example' },
    'Option baseUrl is not usable',
  ],
  ['an unknown auth', { ...good, auth: 'basic' }, 'Option auth is unknown'],
  ['null for auth', { ...good, auth: null }, 'Option auth is unknown'],
  ['an inherited name for auth', { ...good, auth: 'toString' }, 'Option auth is unknown'],
  ['null for retries', { ...good, retries: null }, 'Option retries is out of range'],
  ['a timeoutMs of 0', { ...good, timeoutMs: 0 }, 'Option timeoutMs is out of range'],
  ['a negative timeoutMs', { ...good, timeoutMs: -1 }, 'Option timeoutMs is out of range'],
  ['NaN for timeoutMs', { ...good, timeoutMs: Number.NaN }, 'Option timeoutMs is out of range'],
  [
    'an endless timeoutMs',
    { ...good, timeoutMs: Number.POSITIVE_INFINITY },
    'Option timeoutMs is out of range',
  ],
  [
    'a timeoutMs beyond a timer',
    { ...good, timeoutMs: 2 ** 31 },
    'Option timeoutMs is out of range',
  ],
  ['a timeoutMs as text', { ...good, timeoutMs: '10' }, 'Option timeoutMs is out of range'],
  ['negative retries', { ...good, retries: -1 }, 'Option retries is out of range'],
  ['half a retry', { ...good, retries: 0.5 }, 'Option retries is out of range'],
  ['a negative retryDelayMs', { ...good, retryDelayMs: -1 }, 'Option retryDelayMs is out of range'],
  [
    'NaN for maxRetryDelayMs',
    { ...good, maxRetryDelayMs: Number.NaN },
    'Option maxRetryDelayMs is out of range',
  ],
  [
    'a bodyLimitBytes of 0',
    { ...good, bodyLimitBytes: 0 },
    'Option bodyLimitBytes is out of range',
  ],
  ['a fetch that is none', { ...good, fetch: 'fetch' }, 'Option fetch is missing'],
  [
    'a word for validateResponses',
    { ...good, validateResponses: 'no' },
    'Option validateResponses is malformed',
  ],
  ['a word for allowHttp', { ...good, allowHttp: 1 }, 'Option allowHttp is malformed'],
]

describe('createClient', () => {
  it.each(rows)('refuses %s, naming the option and no value', (_, options, start) => {
    const message = refusal(options)
    expect(message.startsWith(start), message).toBe(true)
    expect(message).toMatch(grammar)
    expect(message).not.toMatch(/CANARY/i)
  })

  it.each([
    'https://api.example',
    'https://api.example:8443/prefix/',
    'http://localhost:4010',
    'http://127.0.0.1:4010',
    'http://127.1.2.3',
    'http://[::1]:4010',
    'http://api.localhost',
  ])('accepts %s', (baseUrl) => {
    expect(createClient({ ...good, baseUrl })).toHaveProperty('listCountries')
  })

  it('accepts a URL object, and goes where it says', async () => {
    const urls: string[] = []
    const fetch = async ({ url }: Request) => {
      urls.push(url)
      return new Response(null, { status: 500 })
    }
    const baseUrl = new URL('https://api.example:8443/prefix/')
    await createClient({ ...good, baseUrl, fetch }).listCountries()
    expect(urls).toEqual([`https://api.example:8443/prefix${operations.listCountries.path}`])
  })

  it('accepts http to another machine where allowHttp is set', () => {
    const baseUrl = 'http://server:4010'
    expect(createClient({ ...good, baseUrl, allowHttp: true })).toHaveProperty('listCountries')
  })

  it.each(Object.entries(servers))('1.4 accepts the %s server', (_, baseUrl) => {
    expect(createClient({ ...good, baseUrl })).toHaveProperty('listCountries')
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

  it('cannot be changed afterwards', () => {
    const client = createClient(good)
    expect(Object.isFrozen(client)).toBe(true)
    expect(() => Object.assign(client, { listCountries: undefined })).toThrow(TypeError)
  })
})

const calls: [string, unknown, string][] = [
  ['an unknown option', { timeoutms: 1 }, 'Option timeoutms is unknown'],
  ['an option of createClient', { apiKey: canary }, 'Option apiKey is unknown'],
  ['an inherited name', { toString: 1 }, 'Option toString is unknown'],
  ['a timeoutMs that is no number', { timeoutMs: Number.NaN }, 'Option timeoutMs is out of range'],
  ['null for timeoutMs', { timeoutMs: null }, 'Option timeoutMs is out of range'],
  ['negative retries', { retries: -1 }, 'Option retries is out of range'],
  ['a word for signal', { signal: canary }, 'Option signal is malformed'],
  ['an object for signal', { signal: {} }, 'Option signal is malformed'],
  ['a controller for signal', { signal: new AbortController() }, 'Option signal is malformed'],
  ['null for options', null, 'Options of a call are malformed'],
  ['a word for options', canary, 'Options of a call are malformed'],
  ['a list for options', [], 'Options of a call are malformed'],
]
describe.each(['listCountries', 'GET'] as const)('a call of %s', (name) => {
  /** Calls without the compiler's eyes on `options`; throws where the method throws at once. */
  const begin = (options: unknown, fetch = async () => Response.error()): Promise<unknown> => {
    const client = createClient({ ...good, fetch, retries: 0 })
    if (name === 'GET') return client.GET(operations.listCountries.path, options as never)
    return client.listCountries(options as never)
  }

  it.each(calls)(
    'rejects for %s, sends nothing, and quotes no value',
    async (_, options, start) => {
      let sent = 0
      const call = begin(options, async () => {
        sent++
        return Response.error()
      })
      const error = await call.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      const { message } = error as TypeError
      expect(message.startsWith(start), message).toBe(true)
      expect(message).toMatch(grammar)
      expect(message).not.toMatch(/CANARY/)
      expect(sent).toBe(0)
    },
  )

  it('takes undefined for every option', async () => {
    const fetch = async () => new Response(null, { status: 500 })
    const absent = { signal: undefined, timeoutMs: undefined, retries: undefined }
    const input = { params: undefined, body: undefined }
    expect(await begin({ ...absent, ...input }, fetch)).toBeDefined()
  })
})

it('client.GET takes the options of fetch, null for signal among them', async () => {
  const fetch = async () => new Response('down', { status: 500 })
  const { error } = await createClient({ ...good, fetch }).GET(operations.listCountries.path, {
    ...{ signal: null, cache: 'no-store', credentials: 'omit', mode: 'cors', keepalive: true },
    ...{ referrer: '', referrerPolicy: 'no-referrer', integrity: '', redirect: 'manual' },
    ...{ headers: { traceparent: '00-1' }, parseAs: 'json', querySerializer: () => '' },
  })
  expect(error).toBe('down')
})
