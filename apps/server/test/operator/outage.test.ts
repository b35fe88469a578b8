import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/generated/index.ts'
import { openStore } from '../../src/index.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'
import { copyTemplate } from '../open-test-store.ts'
import { startOperator } from './start-operator.ts'
import { unavailable } from './unavailable.ts'

it('F6 every operation answers 503 while the embedded store is closed', async () => {
  const folder = await copyTemplate()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openStore({ location: { kind: 'embedded', folder }, secretsKeys })
  await database.close()
  const operator = await startOperator('embedded', { database })
  onTestFinished(() => operator.stop())
  const ids = ['partner', 'keyId', 'endpointId', 'submissionId', 'deliveryId'] as const
  const world = Object.fromEntries(ids.map((id) => [id, randomUUID()]))
  for (const { id } of Object.values(operations)) {
    await unavailable(id, { operator, world: world as Record<(typeof ids)[number], string> })
  }
  expect(operator.seen).toHaveLength(Object.keys(operations).length)
})
