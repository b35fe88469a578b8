import type { OperatorClient } from '../src/index.ts'
import { expectData, type Party, personal, prepareWorld } from '../src/testing/prepare-world.ts'

/** Personal data and names that must never appear in a log, metric or error. */
export const canaries = ['Canary', 'canary', ...Object.values(personal)]

const grant = {
  feedbackDocsUrl: ['https://files.partner-platform.example/canary.pdf'],
  remarks: 'Canary: the visa is attached.',
  visaExpiryDate: '2025-09-12T00:00:00.000Z',
}

/** A partner with a key, an endpoint and a submission, created through the operator surface. */
export async function makeParty(operator: OperatorClient, { url }: { url: string }) {
  const receiver = { urlOf: () => url, secrets: new Map<string, string[]>() }
  const world = { operator, receiver, partyCount: 1, submissionsEach: 1 }
  const [{ partner, endpoint, submissions }] = (await prepareWorld(world)) as [Party]
  const [submissionId = ''] = submissions
  const body = { partner, environment: 'development', label: 'canary' } as const
  const { key, apiKey } = expectData(await operator.POST('/operator/v1/keys', { body }))
  return {
    ...{ partner, submissionId, key, keyId: apiKey.id },
    ...{ secret: endpoint.secret, endpointId: endpoint.id },
    /** Changes the status. Returns the receipt. */
    emit: async (status: string) =>
      expectData(
        await operator.POST('/operator/v1/submissions/{submissionId}/status', {
          params: { path: { submissionId } },
          body: status === 'VISA_GRANTED' ? { status, grant } : { status },
        }),
      ),
  }
}
