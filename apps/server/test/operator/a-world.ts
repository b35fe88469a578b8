import { randomUUID } from 'node:crypto'
import type { OperatorId } from '../../src/operator/surface.ts'
import { aSubmission } from '../platform/start-platform.ts'
import type { Call, TestOperator } from './start-operator.ts'

/** One of everything that operations speak of, made by operations. */
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

/** A request of each operation that succeeds in a world, once. */
export const requests: Record<OperatorId, (world: World) => Call> = {
  listPartners: () => ({}),
  createPartner: () => ({ body: { companyName: 'Horizon Travel' } }),
  getPartner: ({ partner: partnerId }) => ({ params: { partnerId } }),
  listEnvironments: () => ({}),
  listKeys: ({ partner }) => ({ query: { partner, environment, limit: '10' } }),
  createKey: ({ partner }) => ({ body: { partner, environment, label: 'Booking site' } }),
  rotateKey: ({ keyId }) => ({ params: { keyId }, body: { overlapSeconds: 60 } }),
  revokeKey: ({ keyId }) => ({ params: { keyId } }),
  listOrigins: () => ({ query: { environment } }),
  createOrigin: () => ({ body: { environment, origin: `https://${randomUUID()}.example` } }),
  deleteOrigin: () => ({ query: { environment, origin: 'https://gone.example' } }),
  listEndpoints: ({ partner }) => ({ query: { partner, state: 'enabled' } }),
  createEndpoint: ({ partner }) => ({
    body: { partner, environment: 'staging', url: callbackUrl, signed: false },
  }),
  getEndpoint: ({ endpointId }) => ({ params: { endpointId } }),
  updateEndpoint: ({ endpointId }) => ({ params: { endpointId }, body: { signed: false } }),
  rotateEndpointSecret: ({ endpointId }) => ({ params: { endpointId }, body: {} }),
  enableEndpoint: ({ endpointId }) => ({ params: { endpointId } }),
  disableEndpoint: ({ endpointId }) => ({ params: { endpointId } }),
  listSupportedCountries: () => ({}),
  replaceCountrySupport: () => ({ params: { isoCode: 'FR' }, body: { supported: false } }),
  listSubmissions: ({ partner }) => ({ query: { partner, status: 'RETURNED' } }),
  createSubmission: ({ partner }) => ({ body: { ...aSubmission, partner, applicant } }),
  getSubmission: ({ submissionId }) => ({ params: { submissionId } }),
  changeStatus: ({ submissionId }) => ({
    params: { submissionId },
    body: { status: 'VISA_GRANTED', grant },
  }),
  listDeliveries: ({ endpointId }) => ({ query: { endpoint: endpointId, state: 'dead-letter' } }),
  getDelivery: ({ deliveryId }) => ({ params: { deliveryId } }),
  replayDelivery: ({ deliveryId }) => ({ params: { deliveryId } }),
  replayDeliveries: ({ endpointId }) => ({
    body: { state: 'dead-letter', endpoint: endpointId, ...wholeTime },
  }),
  listDeadLetters: ({ submissionId }) => ({ query: { submission: submissionId } }),
}
