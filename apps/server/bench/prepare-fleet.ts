import { randomUUID } from 'node:crypto'
import type { OperatorClient } from '../src/index.ts'

export type Fleet = {
  /** Moves one of the submissions, chosen by the index, to a status that it has not. */
  changeStatus(index: number): Promise<void>
}

type Wanted = { count: number; url: string }

const environment = 'development'
const submissionsEach = 10

/** Partners with an endpoint at the URL and some submissions each. */
export async function prepareFleet(
  operator: OperatorClient,
  { count, url }: Wanted,
): Promise<Fleet> {
  const submissionIds: string[] = []
  for (let number = 0; number < count; number++) {
    const body = { companyName: `Partner ${number}` }
    const made = expectData(await operator.POST('/operator/v1/partners', { body }))
    const partner = made.id
    const endpoint = { partner, environment, url } as const
    expectData(await operator.POST('/operator/v1/endpoints', { body: endpoint }))
    for (let each = 0; each < submissionsEach; each++) {
      const submission = { partner, environment, ...toSubmission() } as const
      const { id } = expectData(
        await operator.POST('/operator/v1/submissions', { body: submission }),
      )
      submissionIds.push(id)
    }
  }
  return {
    async changeStatus(index) {
      const submissionId = submissionIds[index % submissionIds.length] ?? ''
      const params = { path: { submissionId } }
      const body = { status: `STATUS_${index}` }
      expectData(
        await operator.POST('/operator/v1/submissions/{submissionId}/status', { params, body }),
      )
    },
  }
}

const toSubmission = () => ({
  status: 'SUBMITTED',
  contactStatus: 'NOT_CONTACTED',
  visa: { uuid: randomUUID(), name: 'Tourist visa', destinationCountry: 'United Arab Emirates' },
  applicant: { firstName: 'Asha', lastName: 'Verma', email: 'asha@example.com' },
})

function expectData<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data !== undefined) return data
  throw new Error(`Expected a success of the operator surface, received ${response.status}.`)
}
