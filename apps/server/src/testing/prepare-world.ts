import { inBatches } from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import type { EffectReceiver } from './start-effect-receiver.ts'

/** A partner with submissions and an endpoint at the receiver. */
export type Party = {
  partner: string
  endpoint: { id: string; name: string; secret: string }
  submissions: string[]
}

export type WorldOptions = {
  operator: OperatorClient
  receiver: Pick<EffectReceiver, 'urlOf' | 'secrets'>
  partyCount: number
  submissionsEach: number
  /** Keeps the endpoint names of several calls distinct. @default '' */
  prefix?: string
}

const environment = 'development'

/** Parties created at once: about as many as the sender has store connections. */
const mostAtOnce = 8

/** Personal data of every submission, which must never be logged. */
export const personal = {
  companyName: 'Canary Travel',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canary.applicant@example.com',
  phone: '+919876543210',
} as const

const { companyName, ...applicant } = personal
const visa = {
  uuid: 'e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32',
  name: 'Tourist visa',
  destinationCountry: 'United Arab Emirates',
}
const submission = { status: 'RECEIVED', contactStatus: 'NOT_CONTACTED', visa, applicant }

/** Creates parties through the operator surface, and gives the receiver their secrets. */
export async function prepareWorld(options: WorldOptions): Promise<Party[]> {
  const { operator, receiver, partyCount, submissionsEach, prefix = '' } = options
  const makeParty = async (index: number): Promise<Party> => {
    const { id: partner } = expectData(
      await operator.POST('/operator/v1/partners', { body: { companyName } }),
    )
    const name = `${prefix}endpoint-${index}`
    const url = receiver.urlOf(name)
    const { secret, endpoint } = expectData(
      await operator.POST('/operator/v1/endpoints', { body: { partner, environment, url } }),
    )
    receiver.secrets.set(name, [secret])
    const submissions: string[] = []
    for (let made = 0; made < submissionsEach; made++) {
      const body = { partner, environment, ...submission } as const
      submissions.push(expectData(await operator.POST('/operator/v1/submissions', { body })).id)
    }
    return { partner, endpoint: { id: endpoint.id, name, secret }, submissions }
  }
  return inBatches([...Array(partyCount).keys()], mostAtOnce, makeParty)
}

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of an operator call. Throws if the call was refused. */
export function expectData<Data>({ data, error, response }: Result<Data>): Data {
  if (data !== undefined) return data
  throw new Error(`Refused: ${response.status} ${JSON.stringify(error)} from ${response.url}`)
}
