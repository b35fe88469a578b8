import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOldStore } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'

const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** A folder with the store of a version that had only the first `migrations`. */
async function makeOldStore(migrations: number, statements: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const location = { kind: 'embedded', folder: join(folder, 'store') } as const
  const old = await openOldStore({ location, migrationsFolder, migrations })
  for (const statement of statements) await old.query(statement)
  await old.close()
  return location
}

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const timestamp = '2025-06-14T09:30:00.000Z'
const held = `'held', 3, 2, '2025-07-20T00:00:00Z', null`
const failed = `'dead-letter', 10, 10, null, '2025-06-18T00:00:00Z'`
const heldTooLong = `'dead-letter', 2, 1, null, '2025-07-14T09:30:00Z'`

it('gives deliveries of an older store the times of their event', async () => {
  const delivery = (number: number, progress: string) =>
    `insert into deliveries (id, event_id, endpoint_id, submission_id, partner_id, environment,
      state, step, attempts, due_at, ended_at) values ('${id(number)}', '${id(4)}', '${id(2)}',
      '${id(3)}', '${id(1)}', 'development', ${progress})`
  const location = await makeOldStore(3, [
    `insert into partners (id, company_name) values ('${id(1)}', 'Skyline Travel')`,
    `insert into endpoints (id, partner_id, environment, url, signed)
      values ('${id(2)}', '${id(1)}', 'development', 'https://hooks.example', true)`,
    `insert into submissions (id, partner_id, environment, status, contact_status, visa, applicant)
      values ('${id(3)}', '${id(1)}', 'development', 'RETURNED', 'NOT_CONTACTED', '{}', '{}')`,
    `insert into events (id, submission_id, partner_id, environment, name, timestamp, body)
      values ('${id(4)}', '${id(3)}', '${id(1)}', 'development', 'submission.updated',
        '${timestamp}', '\\x7b7d')`,
    ...[held, failed, heldTooLong].map((progress, index) => delivery(5 + index, progress)),
  ])
  const store = await openStore({ location })
  onTestFinished(() => store.close())
  const rows = await store.query(
    `select state, (extract(epoch from expires_at - $1::timestamptz))::float8 as "lifeSeconds",
      (extract(epoch from $1::timestamptz - opens_at))::float8 as "leadSeconds",
      due_at = expires_at as "isDueThen", dead_letter_reason as reason from deliveries order by id`,
    [timestamp],
  )
  const given = {
    lifeSeconds: constants.deliveryAgeLimitSeconds,
    leadSeconds: constants.deliveryLeadLimitSeconds,
  }
  expect(rows).toEqual([
    { state: 'held', ...given, isDueThen: true, reason: null },
    { state: 'dead-letter', ...given, isDueThen: null, reason: 'failed' },
    { state: 'dead-letter', ...given, isDueThen: null, reason: 'expired' },
  ])
})
