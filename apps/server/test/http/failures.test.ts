import { describe, expect, it } from 'vitest'
import { gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { startServer } from '../start-server.ts'

type Failure = { says: string; table: string; error: Error; status: number; code: string }

const refused = Object.assign(new Error('connect ECONNREFUSED canary:5432'), {
  code: 'ECONNREFUSED',
})
const failures: Failure[] = ['api_keys', 'origins', 'unsupported_countries'].flatMap((table) => [
  {
    says: `a look into ${table} goes wrong`,
    ...{ table, error: new Error('canary-of-store'), status: 500, code: 'internal_error' },
  },
  {
    says: `the store is away when it is asked for ${table}`,
    ...{ table, error: refused, status: 503, code: 'unavailable' },
  },
])

describe('a server that fails', () => {
  it.each(failures)(
    'I8 answers $status in the envelope where $says, and logs no message',
    async ({ table, error, status, code }) => {
      const database = gateQueries(await openFileStore(), table, () => Promise.reject(error))
      const { bearer, ask, logs } = await startServer({ database, checkResponses: false })
      const response = await ask({ headers: bearer })
      expect(response.status).toBe(status)
      expect(response.header('RateLimit')).toMatch(/^"default";r=(100|99);t=60$/)
      expect(JSON.parse(response.text).error.code).toBe(code)
      expect(logs.join('')).toContain(status === 500 ? '"failure"' : '"store-failure"')
      expect(logs.join('')).not.toContain('canary')
    },
  )

  it('F6 answers again as soon as the store does', async () => {
    let isAway = true
    const database = gateQueries(await openFileStore(), 'api_keys', (run) =>
      isAway ? Promise.reject(refused) : run(),
    )
    const { bearer, ask } = await startServer({ database, checkResponses: false })
    const away = await ask({ headers: bearer })
    expect([away.status, away.header('Retry-After')]).toEqual([503, '5'])
    isAway = false
    expect((await ask({ headers: bearer })).status).toBe(200)
  })

  it('I12 tells of an answer that the document does not have when it is stopped', async () => {
    const database = gateQueries(await openFileStore(), 'api_keys', () =>
      Promise.reject(new Error('canary-of-store')),
    )
    const { bearer, ask, close } = await startServer({ database })
    expect((await ask({ headers: bearer })).status).toBe(500)
    await expect(close()).rejects.toThrow(/Response 500 of listCountries is undeclared/)
  })
})
