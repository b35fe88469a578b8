import { createHandlers, type Statuses } from '@partner-platform/fixtures/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createClient, type Result, servers } from '../src/index.ts'
import { all, callOf } from './calls.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const answers = all.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({
    id: operation.id,
    operation,
    status: Number(status),
  })),
)

it.each(answers)('$id reads the MSW answer with status $status as documented', async (answer) => {
  const { id, operation, status } = answer
  server.use(...createHandlers({ [id]: status } as Statuses))
  const client = createClient({ baseUrl: servers.staging, apiKey: 'test', retries: 0 })
  const call = client[id] as (given: object) => Promise<Result<typeof id>>
  const conditional = status === 304 ? { ifNoneMatch: '"1"' } : {}
  const result = await call({ ...callOf(operation).input, ...conditional })
  expect(result).toMatchObject({ status, rateLimit: { limit: expect.any(Number) } })
  expect('departures' in result ? result.departures : []).toEqual([])
  if (status >= 400)
    expect(result).toMatchObject({ bodyProblem: null, error: { statusCode: status } })
})
