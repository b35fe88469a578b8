import type { OperatorId } from '../../src/operator/answers.ts'
import { aSubmission } from '../platform/start-platform.ts'
import type { Call, TestOperator } from './start-operator.ts'

/** The ids of one object of each kind. */
export type World = {
  partner: string
  keyId: string
  endpointId: string
  submissionId: string
  deliveryId: string
}

export const environment = 'development'
export const callbackUrl = 'https://hooks.skyline-travel.example/visas'
export const applicant = { ...aSubmission.applicant, firstName: 'Canary', lastName: 'Personal' }
export const grant = {
  feedbackDocsUrl: ['https://files.partner-platform.example/visa.pdf'],
  remarks: 'Canary: the visa is attached.',
  visaExpiryDate: '2025-09-12T00:00:00.000Z',
}

export const wholeTime = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }

export async function makeWorld({ ok, platform }: TestOperator): Promise<World> {
  const { id: partner } = await ok('createPartner', { body: { companyName: 'Skyline Travel' } })
  const { apiKey } = await ok('createKey', { body: { partner, environment, label: 'Site' } })
  const { endpoint } = await ok('createEndpoint', {
    body: { partner, environment, url: callbackUrl },
  })
  const { id: submissionId } = await ok('createSubmission', {
    body: { ...aSubmission, partner, applicant },
  })
  const params = { submissionId }
  const { deliveryId } = await ok('changeStatus', { params, body: { status: 'RETURNED' } })
  await platform.end(endpoint.id, 'dead-letter', 10)
  return { partner, keyId: apiKey.id, endpointId: endpoint.id, submissionId, deliveryId }
}

/** For each operation, a request that succeeds once in a world. */
export const requests: Record<OperatorId, (world: World) => Call> = {
  listPartners: ({ partner }) => ({ query: { partner } }),
  createPartner: () => ({ body: { companyName: 'Horizon Travel' } }),
  listKeys: ({ partner }) => ({ query: { partner, environment, limit: '10' } }),
  createKey: ({ partner }) => ({ body: { partner, environment, label: 'Booking site' } }),
  revokeKey: ({ keyId }) => ({ params: { keyId } }),
  getSettings: () => ({}),
  updateSettings: () => ({
    body: { origins: { staging: ['https://app.example'] }, unsupportedCountries: ['FR'] },
  }),
  listEndpoints: ({ partner }) => ({ query: { partner, state: 'enabled' } }),
  createEndpoint: ({ partner }) => ({
    body: { partner, environment: 'staging', url: callbackUrl, signed: false },
  }),
  updateEndpoint: ({ endpointId }) => ({ params: { endpointId }, body: { signed: false } }),
  listSubmissions: ({ partner }) => ({ query: { partner, status: 'RETURNED' } }),
  createSubmission: ({ partner }) => ({ body: { ...aSubmission, partner, applicant } }),
  changeStatus: ({ submissionId }) => ({
    params: { submissionId },
    body: { status: 'VISA_GRANTED', grant },
  }),
  listDeliveries: ({ endpointId }) => ({ query: { endpoint: endpointId, state: 'dead-letter' } }),
  getDelivery: ({ deliveryId }) => ({ params: { deliveryId } }),
  replayDeliveries: ({ endpointId }) => ({
    body: { state: 'dead-letter', endpoint: endpointId, ...wholeTime },
  }),
}

/** Requests that create a secret. */
export const secretRequests = {
  createKey: requests.createKey,
  'createKey, which replaces one': ({ keyId }: World): Call => ({
    body: { replaces: keyId, overlapSeconds: 60 },
  }),
  createEndpoint: requests.createEndpoint,
  updateEndpoint: ({ endpointId }: World): Call => ({
    params: { endpointId },
    body: { newSecret: {} },
  }),
}
