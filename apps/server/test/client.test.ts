import { createClient } from '@partner-platform/client'
import { describe, expect, it } from 'vitest'
import { countries } from '../src/countries/countries.ts'
import { startServer } from './start-server.ts'

describe('the server, through the client', () => {
  it.each(['bearer', 'x-api-key'] as const)(
    '5.2 lists the countries, the key as %s',
    async (auth) => {
      const { url, key } = await startServer()
      const result = await createClient({ baseUrl: url, apiKey: key, auth }).listCountries()
      expect(result.status).toBe(200)
      expect(result).toMatchObject({ data: { result: countries } })
      expect(result.rateLimit).toMatchObject({ limit: 100, remaining: 99, resetSeconds: 60 })
    },
  )

  it('8.1 gets 429 and the time to wait', async () => {
    const { url, key } = await startServer({ rateLimit: { quota: 1, windowSeconds: 30 } })
    const client = createClient({ baseUrl: url, apiKey: key, retries: 0 })
    await client.listCountries()
    const result = await client.listCountries()
    expect(result).toMatchObject({ status: 429, error: { error: { code: 'too_many_requests' } } })
    expect(result.rateLimit).toMatchObject({ limit: 1, remaining: 0, retryAfterSeconds: 30 })
  })

  it('D-022 gets 304 for the current list, and the new list after a change', async () => {
    const { url, key, operator } = await startServer()
    const client = createClient({ baseUrl: url, apiKey: key })
    const first = await client.listCountries()
    if (first.status !== 200) throw new Error('Expected the list.')
    const ifNoneMatch = first.response.headers.get('etag') ?? ''
    const again = await client.listCountries({ ifNoneMatch })
    expect(again).toMatchObject({ status: 304, rateLimit: { remaining: 98 } })
    await operator.PATCH('/operator/v1/settings', { body: { unsupportedCountries: ['FR'] } })
    const changed = await client.listCountries({ ifNoneMatch })
    if (changed.status !== 200) throw new Error('Expected the list.')
    expect(changed.data.result).toEqual(countries.filter(({ isoCode }) => isoCode !== 'FR'))
  })
})
