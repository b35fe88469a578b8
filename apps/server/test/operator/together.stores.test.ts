import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAnswers } from '../../src/operator/answers.ts'
import { changeStatus } from '../../src/operator/handlers.ts'
import { startPlatform } from '../platform/start-platform.ts'
import { storeKind } from '../store-kind.ts'

describe(`${storeKind}: status changes that arrive together`, async () => {
  const platform = await startPlatform(storeKind)
  const { database, clock } = platform
  let transactions = 0
  const { writeTogether } = createAnswers({
    clock,
    database: {
      ...database,
      transaction: (...given) => {
        transactions += 1
        return database.transaction(...given)
      },
    },
  })
  const handle = writeTogether(changeStatus)
  const change = async (submissionId: string, status: string, key?: string) => {
    const request = { method: 'POST', url: `/${submissionId}`, id: randomUUID() }
    const headers = key === undefined ? {} : { 'Idempotency-Key': key }
    const input = { params: { submissionId }, query: {}, headers, body: { status }, request }
    return (await handle(input as never)).status as number
  }

  it('D-014 share a transaction, each with its own answer and a later timestamp', async () => {
    const { submissionId, endpointId, partner } = await platform.makeParty()
    const invalid = await platform.makeSubmission(partner)
    await database.query(`update submissions set applicant = '{}' where id = $1`, [invalid])
    const statuses = Array.from({ length: 9 }, (_, count) => `STATUS_${count}`)
    const answers = await Promise.all([
      ...statuses.map((status) => change(submissionId, status)),
      change(randomUUID(), 'RETURNED'),
      change(invalid, 'RETURNED'),
      change(submissionId, 'ONCE', 'one-key'),
      change(submissionId, 'ONCE', 'one-key'),
    ])
    expect(transactions).toBe(1)
    expect(answers).toEqual([...statuses.map(() => 202), 404, 422, 202, 409])
    const rows = await database.query<{ at: string; status: string }>(
      `select timestamp::text as at,
         convert_from(body, 'UTF8')::json -> 'submission' ->> 'status' as status
       from events where submission_id = $1 order by timestamp`,
      [submissionId],
    )
    expect(rows.map(({ status }) => status)).toEqual([...statuses, 'ONCE'])
    expect(new Set(rows.map(({ at }) => at)).size).toBe(10)
    const text = 'select status from submissions where id = $1'
    expect(await database.query(text, [submissionId])).toEqual([{ status: 'ONCE' }])
    expect(await platform.states(endpointId)).toEqual({ pending: 10 })
    expect(await platform.jobs(endpointId)).toHaveLength(10)
  })
})
