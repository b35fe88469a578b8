import { bundleMain } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'
import { mainFile, startSender } from '../../src/testing/start-sender.ts'
import { makeParty } from '../make-party.ts'
import { createTestDatabase } from '../open-test-store.ts'
import { startReceiver } from '../start-receiver.ts'

it('roles as processes share one Postgres: the worker delivers a change made through the api', async () => {
  const [url, file] = [await createTestDatabase(), await bundleMain(mainFile)]
  const start = (role: string) =>
    startSender({ file, env: { DATABASE_URL: url, SERVER_ROLE: role } })
  const [api, worker] = [await start('api'), await start('worker')]
  const receiver = await startReceiver()
  const { emit } = await makeParty(api.operator, { url: receiver.url })
  await emit('RETURNED')
  await expect.poll(() => receiver.requests.length).toBe(1)
  for (const sender of [api, worker]) expect((await sender.stop()).code).toBe(0)
  expect(api.process.output).toMatch(
    /^Server for development ready: .+\nOperator surface ready: .+$/m,
  )
  expect(worker.process.output).toMatch(/^Operator surface ready: .+$/m)
  expect(worker.process.output).not.toMatch(/^Server for/m)
  expect(api.process.output).not.toContain('"attempt"')
  expect(worker.process.output).toContain('"outcome":"')
})
