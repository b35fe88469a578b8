import { describe, expect, it } from 'vitest'
import { gateQueries, storeRefused } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { startServer } from '../start-server.ts'

const broken = new Error('canary-of-store')

describe('a server that fails', () => {
  it.each(['api_keys', 'origins', 'unsupported_countries'])(
    'I8 answers in the envelope if a query of %s fails, counts it, and logs no message',
    async (table) => {
      let error: Error = broken
      const database = gateQueries(await openFileStore(), table, () => Promise.reject(error))
      const { bearer, ask, logs, operatorUrl } = await startServer({
        database,
        checkResponses: false,
      })
      for (const [status, code, event] of [
        [500, 'internal_error', '"failure"'],
        [503, 'unavailable', '"store-failure"'],
      ] as const) {
        const response = await ask({ headers: bearer })
        expect(response.status).toBe(status)
        expect(response.header('RateLimit')).toMatch(/^"default";r=(100|9[89]);t=60$/)
        expect(JSON.parse(response.text).error.code).toBe(code)
        expect(logs.join('')).toContain(event)
        error = storeRefused
      }
      expect(logs.join('')).not.toContain('canary')
      const metrics = await (await fetch(`${operatorUrl}/metrics`)).text()
      for (const event of ['failure', 'store-failure'])
        expect(metrics).toContain(`partner_platform_failures_total{event="${event}"} 1\n`)
    },
  )
})
