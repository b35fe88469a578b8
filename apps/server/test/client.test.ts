import { createClient } from '@partner-platform/client'
import { describe, expect, it } from 'vitest'
import { countries } from '../src/countries/countries.ts'
import { createApiKey, createMemoryKeyStore, createRateLimiter } from '../src/index.ts'
import { createTestClock, startServer } from './start-server.ts'

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

  it('5.4 gets 401 for a key that was never issued', async () => {
    const { url } = await startServer()
    const { key } = createApiKey('development')
    const result = await createClient({ baseUrl: url, apiKey: key }).listCountries()
    expect(result).toMatchObject({ status: 401, error: { error: { code: 'unauthorized' } } })
  })

  it('5.3 gets 403 for a key of another environment', async () => {
    const { key, record } = createApiKey('production')
    const { url } = await startServer({ keys: createMemoryKeyStore([record]) })
    const result = await createClient({ baseUrl: url, apiKey: key }).listCountries()
    expect(result).toMatchObject({ status: 403, error: { error: { code: 'forbidden' } } })
  })

  it('8.1 gets 429 and when to come back', async () => {
    const clock = createTestClock()
    const { monotonicMs } = clock
    const limiter = createRateLimiter({ quota: 1, windowSeconds: 30, monotonicMs })
    const { url, key } = await startServer({ clock, limiter })
    const client = createClient({ baseUrl: url, apiKey: key, retries: 0 })
    await client.listCountries()
    const result = await client.listCountries()
    expect(result).toMatchObject({ status: 429, error: { error: { code: 'too_many_requests' } } })
    expect(result.rateLimit).toMatchObject({ limit: 1, remaining: 0, retryAfterSeconds: 30 })
  })
})
