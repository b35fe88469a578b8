import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { type ClientOptions, createClient } from '../src/index.ts'
import { bodies } from './exchange.ts'

const apiKey = 'ppk_prd_CANARY0123456789'
const base = { baseUrl: 'https://api.example', apiKey, retries: 0 } as const

/** Everything that printing, logging or sending a value can show. */
const shown = (value: unknown) =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
  ].join('\n')

it.each(['bearer', 'x-api-key'] as const)('I10 a client with %s shows no key', (auth) => {
  const client = createClient({ ...base, auth })
  for (const value of [client, ...Object.values(client)]) expect(shown(value)).not.toMatch(/CANARY/)
})

const failing: [string, NonNullable<ClientOptions['fetch']>][] = [
  ['a network error', () => Promise.reject(new TypeError('fetch failed'))],
  ['an answer out of contract', async () => new Response('<html>')],
  ['an unexpected status', async () => new Response('{}', { status: 500 })],
  ['a documented error', async () => Response.json(JSON.parse(bodies[401]), { status: 401 })],
  [
    'a body that breaks off',
    async () => new Response(new ReadableStream({ pull: (c) => c.error(new Error('cut')) })),
  ],
  ['a time limit', () => new Promise(() => {})],
]
it.each(failing)(
  'I10 the result of %s shows no key, and neither does the error',
  async (_, fetch) => {
    const keys: (string | null)[] = []
    const spy = (request: Request) => {
      keys.push(request.headers.get('x-api-key'))
      return fetch(request)
    }
    const client = createClient({ ...base, auth: 'x-api-key', fetch: spy, timeoutMs: 1 })
    const result = await client.listCountries()
    expect(result.ok).toBe(false)
    const thrown = await client.GET('/api/v1/platform/countries').catch((error: unknown) => error)
    expect(shown(result)).not.toMatch(/CANARY/)
    expect(shown(thrown)).not.toMatch(/CANARY/)
    // The key did travel: the search above had something to find.
    expect(keys).toEqual([apiKey, apiKey])
  },
)
