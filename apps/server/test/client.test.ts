import { createClient } from '@partner-platform/client'
import { expect, it } from 'vitest'
import { countries } from '../src/countries/countries.ts'
import { startServer } from './start-server.ts'

it.each(['bearer', 'x-api-key'] as const)(
  '5.2, 8.1, D-022 the client gets the list, 304 while it is current, and 429, the key as %s',
  async (auth) => {
    const rateLimit = { quota: 3, windowSeconds: 30 }
    const { url, key, operator } = await startServer({ rateLimit })
    const client = createClient({ baseUrl: url, apiKey: key, auth, retries: 0 })
    const first = await client.listCountries()
    expect(first).toMatchObject({ status: 200, data: { result: countries } })
    expect(first.rateLimit).toMatchObject({ limit: 3, remaining: 2, resetSeconds: 30 })
    if (first.status !== 200) throw new Error('Expected the list.')
    const ifNoneMatch = first.response.headers.get('etag') ?? ''
    const again = await client.listCountries({ ifNoneMatch })
    expect(again).toMatchObject({ status: 304, rateLimit: { remaining: 1 } })
    await operator.PATCH('/operator/v1/settings', { body: { unsupportedCountries: ['FR'] } })
    const result = countries.filter(({ isoCode }) => isoCode !== 'FR')
    const changed = await client.listCountries({ ifNoneMatch })
    expect(changed).toMatchObject({ status: 200, data: { result } })
    const refused = await client.listCountries()
    expect(refused).toMatchObject({ status: 429, error: { error: { code: 'too_many_requests' } } })
    expect(refused.rateLimit).toMatchObject({ limit: 3, remaining: 0, retryAfterSeconds: 30 })
  },
)
