import type { OperatorClient } from '../src/index.ts'

const environment = 'development'

/** Personal data and names that must never appear in a log, metric or error. */
export const canaries = ['Canary', 'canary', 'Verma', '+919876543210']

export const applicant = {
  firstName: 'Canary',
  lastName: 'Verma',
  email: 'canary@example.com',
  phone: '+919876543210',
}

export const grant = {
  feedbackDocsUrl: ['https://files.partner-platform.example/canary.pdf'],
  remarks: 'Canary: the visa is attached.',
  visaExpiryDate: '2025-09-12T00:00:00.000Z',
}

/** A partner with a key, an endpoint and a submission, created through the operator surface. */
export async function makeParty(operator: OperatorClient, { url }: { url: string }) {
  const { id: partner } = dataOf(
    await operator.POST('/operator/v1/partners', { body: { companyName: 'Canary Travel' } }),
  )
  const issued = dataOf(
    await operator.POST('/operator/v1/keys', { body: { partner, environment, label: 'canary' } }),
  )
  const registered = dataOf(
    await operator.POST('/operator/v1/endpoints', { body: { partner, environment, url } }),
  )
  const visa = {
    uuid: 'e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32',
    name: 'Tourist visa',
    destinationCountry: 'United Arab Emirates',
  }
  const state = { status: 'RECEIVED', contactStatus: 'NOT_CONTACTED' }
  const { id: submissionId } = dataOf(
    await operator.POST('/operator/v1/submissions', {
      body: { partner, environment, ...state, visa, applicant },
    }),
  )
  return {
    partner,
    submissionId,
    key: issued.key,
    keyId: issued.apiKey.id,
    secret: registered.secret,
    endpointId: registered.endpoint.id,
    /** Changes the status. Returns the receipt. */
    emit: async (status: string) =>
      dataOf(
        await operator.POST('/operator/v1/submissions/{submissionId}/status', {
          params: { path: { submissionId } },
          body: status === 'VISA_GRANTED' ? { status, grant } : { status },
        }),
      ),
  }
}

function dataOf<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(`The operator call failed with ${response.status}.`)
  return data
}
