import { expect } from 'vitest'
import { parseRetryAfterSent } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import { requests, type World } from './a-world.ts'
import type { TestOperator } from './start-operator.ts'

type Place = { operator: Pick<TestOperator, 'call'>; world: World }

/** Expects a timely 503 with `Retry-After`. */
export async function unavailable(id: OperatorId, { operator, world }: Place) {
  const startedMs = performance.now()
  const reply = await operator.call(id, requests[id](world))
  expect([reply.status, reply.json.error.code]).toEqual([503, 'service_unavailable'])
  expect(parseRetryAfterSent(reply.headers['retry-after'])).toMatchObject({ ok: true })
  expect(performance.now() - startedMs).toBeLessThan(5_000)
}
