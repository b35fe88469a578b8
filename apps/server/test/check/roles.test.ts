import { describe, expect, it } from 'vitest'
import { createOperatorClient, createSecretsKey } from '../../src/index.ts'
import { makeParty } from '../make-party.ts'
import { createTestDatabase } from '../open-test-store.ts'
import { operatorUrlOf, startApp } from '../start-app.ts'
import { startReceiver } from '../start-receiver.ts'
import { operatorToken } from '../start-server.ts'

describe('roles as processes', () => {
  it('share one Postgres: the worker delivers a change made through the api', async () => {
    const shared = {
      DATABASE_URL: await createTestDatabase(),
      SERVER_OPERATOR_TOKEN: operatorToken,
      PORT: '0',
      OPERATOR_PORT: '0',
      SERVER_SECRETS_KEY: createSecretsKey(),
    }
    const api = await startApp({ env: { ...shared, SERVER_ROLE: 'api' } })
    const operatorUrl = operatorUrlOf(api)
    const worker = await startApp({ env: { ...shared, SERVER_ROLE: 'worker' } })
    const workerUrl = await worker.ready
    const receiver = await startReceiver()
    const operator = createOperatorClient({ baseUrl: await operatorUrl, token: operatorToken })
    const { emit } = await makeParty(operator, { url: receiver.url })
    await emit('RETURNED')
    await expect.poll(() => receiver.requests.length).toBe(1)
    for (const { child } of [api, worker]) child.kill('SIGTERM')
    const [ended, endedWorker] = [await api.ended, await worker.ended]
    expect([ended.code, endedWorker.code]).toEqual([0, 0])
    expect(ended.stdout).toMatch(/^Server of development ready: .+\nOperator surface ready: .+\n$/)
    expect(endedWorker.stdout).toBe(`Operator surface ready: ${workerUrl}\n`)
    expect(ended.stderr).not.toContain('"attempt"')
    expect(endedWorker.stderr).toContain('"outcome":"')
  })
})
