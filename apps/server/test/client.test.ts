import { createClient } from '@partner-platform/client'
import { expect, it } from 'vitest'
import { countries } from '../src/countries/countries.ts'
import { startServer } from './start-server.ts'

it.each(['bearer', 'x-api-key'] as const)(
  '5.2, 8.1, D-022 the client gets the list, 304 while it is current, and 429, the key as %s',
  async (auth) => {
    const rateLimit = { quota: 2, windowSeconds: 30 }
    const { url, key } = await startServer({ rateLimit })
    const client = createClient({ baseUrl: url, apiKey: key, auth, retries: 0 })
    const first = await client.listCountries()
    expect(first).toMatchObject({ status: 200, data: { result: countries } })
    expect(first.rateLimit).toMatchObject({ limit: 2, remaining: 1, resetSeconds: 30 })
    if (first.status !== 200) throw new Error('Expected the list.')
    const ifNoneMatch = first.response.headers.get('etag') ?? ''
    const again = await client.listCountries({ ifNoneMatch })
    expect(again).toMatchObject({ status: 304, rateLimit: { remaining: 0 } })
    const refused = await client.listCountries()
    expect(refused).toMatchObject({ status: 429, error: { error: { code: 'too_many_requests' } } })
    expect(refused.rateLimit).toMatchObject({ limit: 2, remaining: 0, retryAfterSeconds: 30 })
  },
)
