import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowsInContent, rowsInStore, writeOldStore } from '@partner-platform/database/testing'
import { temporaryFolder } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { deliverQueue, openStore } from '../../../src/store/open-store.ts'
import { startEffectReceiver } from '../../../src/testing/start-effect-receiver.ts'
import { startServer } from '../../start-server.ts'

// The store of a server of that commit after a scripted run.
const { nowMs, ...content } = JSON.parse(
  readFileSync(join(import.meta.dirname, '291a6a0.json'), 'utf8'),
)
const migrationsFolder = join(import.meta.dirname, '../../../migrations')

const countStates = `select state, coalesce(dead_letter_reason, '') as reason,
  count(*)::integer as count from deliveries group by 1, 2 order by 1`

it('F29 delivers what a folder of 291a6a0 still had to deliver', async () => {
  const location = { kind: 'embedded', folder: join(temporaryFolder(), 'store') } as const
  await writeOldStore(content, {
    location,
    migrationsFolder,
    migrations: content.migrations,
    queues: [{ name: deliverQueue, expireInSeconds: 30 }],
  })
  const database = await openStore({ location })
  onTestFinished(() => database.close())
  expect(await rowsInStore(database, content)).toEqual(rowsInContent(content))
  expect(await database.query(countStates)).toEqual([
    { state: 'dead-letter', reason: 'expired', count: 1 },
    { state: 'delivered', reason: '', count: 5 },
    { state: 'held', reason: '', count: 1 },
    { state: 'pending', reason: '', count: 1 },
  ])

  const receiver = await startEffectReceiver()
  onTestFinished(() => receiver.close())
  const { endpoints, endpoint_secrets: secrets } = content.tables
  for (const { id } of endpoints) {
    // The endpoints of the old run are gone, so point them to the receiver.
    await database.query('update endpoints set url = $2 where id = $1', [id, receiver.urlOf(id)])
    const own = secrets.filter((one: { endpoint_id: string }) => one.endpoint_id === id)
    receiver.secrets.set(
      id,
      own.map(({ secret }: { secret: string }) => secret),
    )
  }
  const { operator } = await startServer({
    database,
    environment: 'development',
    keys: 'as-they-are',
    role: 'all',
    clock: { wallMs: () => nowMs, monotonicMs: () => performance.now() },
  })
  for (const { id } of endpoints) {
    const params = { path: { endpointId: id } }
    await operator.PATCH('/operator/v1/endpoints/{endpointId}', { params, body: { enabled: true } })
  }
  await until(() => receiver.effects.size === 2, { what: 'what was held, and what was pending' })
  expect(receiver.unverified).toEqual([])
  await expect
    .poll(() => database.query(countStates))
    .toEqual([
      { state: 'dead-letter', reason: 'expired', count: 1 },
      { state: 'delivered', reason: '', count: 7 },
    ])
})
