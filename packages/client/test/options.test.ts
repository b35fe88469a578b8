import { operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'

const canary = 'ppk_prd_CANARY'
const good = { baseUrl: 'https://api.example', apiKey: canary }

/** The message of the `TypeError` that the options cause. */
function refusal(options: unknown): string {
  try {
    createClient(options as never)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
  throw new Error('The options were accepted.')
}

/** Problem, then what to do: two sentences. */
const grammar = /^.+\. .+\.$/

const [malformedUrl, unusableUrl] = ['Option baseUrl is malformed', 'Option baseUrl is not usable']
const url = (text: string) => ({ baseUrl: new URL(text) })

/** Options that are refused, with the start of the message: those given, in place of good ones. */
const rows: [string, unknown, string][] = [
  ['no options', undefined, 'Options of createClient are missing'],
  ['null for options', null, 'Options of createClient are missing'],
  ['an unknown option', { timeoutMS: 1 }, 'Option timeoutMS is unknown'],
  ['no apiKey', { apiKey: undefined }, 'Option apiKey is missing'],
  ['an empty apiKey', { apiKey: '' }, 'Option apiKey is missing'],
  ['a blank apiKey', { apiKey: ' \t' }, 'Option apiKey is missing'],
  ['a number for apiKey', { apiKey: 42 }, 'Option apiKey is missing'],
  ['an apiKey with a line end', { apiKey: `${canary}\n` }, 'Option apiKey is malformed'],
  ['an apiKey with a header in it', { apiKey: `${canary}\r\nx: y` }, 'Option apiKey is malformed'],
  ['an apiKey with a space in it', { apiKey: `${canary} ` }, 'Option apiKey is malformed'],
  ['an apiKey with NUL', { apiKey: `${canary}\0` }, 'Option apiKey is malformed'],
  ['an apiKey beyond ASCII', { apiKey: `${canary}é` }, 'Option apiKey is malformed'],
  ['no baseUrl', { baseUrl: undefined }, malformedUrl],
  ['a blank baseUrl', { baseUrl: ' ' }, malformedUrl],
  ['a relative baseUrl', { baseUrl: '/api' }, malformedUrl],
  ['a baseUrl with a line end', { baseUrl: 'https://api.example\n' }, malformedUrl],
  ['a server without a URL', { baseUrl: {} }, malformedUrl],
  ['a baseUrl of another scheme', { baseUrl: 'ftp://api.example' }, unusableUrl],
  ['a script for a baseUrl', { baseUrl: 'javascript:alert(1)' }, unusableUrl],
  ['a baseUrl with a password', { baseUrl: 'https://u:CANARY@api.example' }, unusableUrl],
  ['a URL object with a password', url('https://u:CANARY@api.example'), unusableUrl],
  ['a URL object with a query', url('https://api.example?CANARY'), unusableUrl],
  ['a URL object of another scheme', url('ftp://api.example'), unusableUrl],
  ['a baseUrl with a query', { baseUrl: 'https://api.example?CANARY' }, unusableUrl],
  ['a baseUrl with a fragment', { baseUrl: 'https://api.example#CANARY' }, unusableUrl],
  ['http to another machine', { baseUrl: 'http://api.example' }, unusableUrl],
  ['http to a name that looks local', { baseUrl: 'http://localhost.example' }, unusableUrl],
  ['an unknown auth', { auth: 'basic' }, 'Option auth is unknown'],
  ['null for auth', { auth: null }, 'Option auth is unknown'],
  ['an inherited name for auth', { auth: 'toString' }, 'Option auth is unknown'],
  ['null for retries', { retries: null }, 'Option retries is out of range'],
  ['a timeoutMs of 0', { timeoutMs: 0 }, 'Option timeoutMs is out of range'],
  ['a negative timeoutMs', { timeoutMs: -1 }, 'Option timeoutMs is out of range'],
  ['NaN for timeoutMs', { timeoutMs: Number.NaN }, 'Option timeoutMs is out of range'],
  ['an endless timeoutMs', { timeoutMs: Infinity }, 'Option timeoutMs is out of range'],
  ['a timeoutMs beyond a timer', { timeoutMs: 2 ** 31 }, 'Option timeoutMs is out of range'],
  ['a timeoutMs as text', { timeoutMs: '10' }, 'Option timeoutMs is out of range'],
  ['negative retries', { retries: -1 }, 'Option retries is out of range'],
  ['half a retry', { retries: 0.5 }, 'Option retries is out of range'],
  ['a negative retryDelayMs', { retryDelayMs: -1 }, 'Option retryDelayMs is out of range'],
  ['NaN for maxRetryDelayMs', { maxRetryDelayMs: Number.NaN }, 'Option maxRetryDelayMs is out of'],
  ['a bodyLimitBytes of 0', { bodyLimitBytes: 0 }, 'Option bodyLimitBytes is out of range'],
  ['a word for fetch', { fetch: 'fetch' }, 'Option fetch is missing'],
  ['a word for validateResponses', { validateResponses: 'no' }, 'Option validateResponses is malf'],
  ['a number for allowHttp', { allowHttp: 1 }, 'Option allowHttp is malformed'],
]

describe('createClient', () => {
  it.each(rows)('refuses %s, naming the option and no value', (_, given, start) => {
    const message = refusal(given && { ...good, ...(given as object) })
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

  it('accepts a URL object, and calls that address', async () => {
    const urls: string[] = []
    const fetch = async ({ url }: Request) => {
      urls.push(url)
      return new Response(null, { status: 500 })
    }
    const baseUrl = new URL('https://api.example:8443/prefix/')
    await createClient({ ...good, baseUrl, fetch }).listCountries()
    expect(urls).toEqual([`https://api.example:8443/prefix${operations.listCountries.path}`])
  })

  it('accepts http to another machine if allowHttp is set', () => {
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
  ['an object for signal', { signal: {} }, 'Option signal is malformed'],
  ['a controller for signal', { signal: new AbortController() }, 'Option signal is malformed'],
  ['null for options', null, 'Options of a call are malformed'],
  ['a word for options', canary, 'Options of a call are malformed'],
  ['a list for options', [], 'Options of a call are malformed'],
]
describe.each(['listCountries', 'GET'] as const)('a call of %s', (name) => {
  /** Calls with unchecked options. Throws if the method throws synchronously. */
  const begin = (options: unknown, fetch = async () => Response.error()): Promise<unknown> => {
    const client = createClient({ ...good, fetch, retries: 0 })
    if (name === 'GET') return client.GET(operations.listCountries.path, options as never)
    return client.listCountries(options as never)
  }

  it.each(calls)('rejects %s, sends nothing, and quotes no value', async (_, options, start) => {
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
  })

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
