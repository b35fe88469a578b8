import type { Environment } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { buildServer, createOperatorClient } from '../../src/index.ts'
import { createEndpoint } from '../../src/platform/endpoints.ts'
import { createPartner } from '../../src/platform/partners.ts'
import { createSubmission } from '../../src/platform/submissions.ts'
import { systemRandom } from '../../src/random.ts'
import { openFileStore } from '../open-test-store.ts'
import { aSubmission } from '../platform/start-platform.ts'
import { startReceiver } from '../start-receiver.ts'
import { createTestClock, operatorToken } from '../start-server.ts'

const free = { host: '127.0.0.1', port: 0 }
const path = '/operator/v1/submissions/{submissionId}/status'

/** What a server makes of an endpoint of development that another server on its store let in. */
async function openScene(environment: Environment) {
  const database = await openFileStore()
  const server = await buildServer({ database, environment, operatorToken })
  onTestFinished(() => server.close())
  const { operatorUrl } = await server.listen({ partners: free, operator: free })
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  const receiver = await startReceiver()
  const submissionId = await database.transaction(async (tx) => {
    const context = { tx, database, clock: createTestClock(Date.now()), random: systemRandom }
    const { partner } = await createPartner({ companyName: 'Skyline Travel' }, context)
    const endpoint = { partner: partner.id, environment: 'development', url: receiver.url } as const
    expect(await createEndpoint(endpoint, context)).toMatchObject({ ok: true })
    const made = await createSubmission({ partner: partner.id, ...aSubmission }, context)
    return made.ok ? made.submission.id : ''
  })
  const outcome = async () => {
    const query = { submission: submissionId }
    const { data } = await operator.GET('/operator/v1/deliveries', { params: { query } })
    return data?.items[0]?.lastOutcome
  }
  return {
    ...{ operator, receiver, outcome },
    emit: () => operator.POST(path, { params: { path: { submissionId } }, body: { status: 'A' } }),
  }
}

it.each([
  ['development', 'accepted', 1],
  ['staging', 'blocked', 0],
  ['production', 'blocked', 0],
] as const)(
  'D-025 a server of %s: http to a loopback host of development is %s',
  async (environment, outcome, arrivals) => {
    const room = await openScene(environment)
    await room.emit()
    await expect.poll(room.outcome).toBe(outcome)
    expect(room.receiver.requests).toHaveLength(arrivals)
  },
)

it.each([
  ['development', 201],
  ['production', 422],
] as const)(
  'D-025 a server of %s answers such a registration with %d',
  async (environment, status) => {
    const { operator, receiver } = await openScene(environment)
    const made = await operator.POST('/operator/v1/partners', { body: { companyName: 'Another' } })
    const body = {
      partner: made.data?.id ?? '',
      environment: 'development',
      url: receiver.url,
    } as const
    const { response } = await operator.POST('/operator/v1/endpoints', { body })
    expect(response.status).toBe(status)
  },
)
