import type { Environment } from '@partner-platform/types'
import { expect, it } from 'vitest'
import { systemRandom } from '../../src/random.ts'
import { createHelpers } from '../platform/start-platform.ts'
import { startReceiver } from '../start-receiver.ts'
import { startServer } from '../start-server.ts'

const path = '/operator/v1/submissions/{submissionId}/status'

/** A server, and a development endpoint that another server on its store registered. */
async function openScene(environment: Environment) {
  const { operator, database, clock } = await startServer({ environment, role: 'all' })
  const receiver = await startReceiver()
  const { makePartner, makeEndpoint, makeSubmission } = createHelpers((work) =>
    database.transaction((tx) => work({ tx, database, clock, random: systemRandom })),
  )
  const partner = await makePartner()
  await makeEndpoint(partner, receiver.url)
  const submissionId = await makeSubmission(partner)
  const outcome = async () => {
    const query = { submission: submissionId }
    const { data } = await operator.GET('/operator/v1/deliveries', { params: { query } })
    return data?.items[0]?.lastOutcome
  }
  return {
    operator,
    receiver,
    outcome,
    emit: () => operator.POST(path, { params: { path: { submissionId } }, body: { status: 'A' } }),
  }
}

it.each([
  ['development', 'accepted', 1],
  ['staging', 'blocked', 0],
  ['production', 'blocked', 0],
] as const)(
  'D-025 on a server of %s, http to a development loopback host is %s',
  async (environment, outcome, arrivals) => {
    const room = await openScene(environment)
    await room.emit()
    await expect.poll(room.outcome).toBe(outcome)
    expect(room.receiver.requests).toHaveLength(arrivals)
  },
)

it('D-025 a server of production refuses such a registration', async () => {
  const { operator, receiver } = await openScene('production')
  const made = await operator.POST('/operator/v1/partners', { body: { companyName: 'Another' } })
  const partner = made.data?.id ?? ''
  const body = { partner, environment: 'development', url: receiver.url } as const
  const { response } = await operator.POST('/operator/v1/endpoints', { body })
  expect(response.status).toBe(422)
})
