import type { OperatorClient } from '@partner-platform/server'
import { StartError } from '@partner-platform/settings'

const environment = 'development'
const companyName = 'Example Travel'
/** Marks the keys that were made here, so that the next run can revoke them. */
const label = 'made by start'

/** A partner with a new key, secret and endpoint. A later run finds it again and revokes its earlier key. */
export async function preparePartner(
  operator: OperatorClient,
  { callbackUrl: url }: { callbackUrl: string },
): Promise<{ partnerId: string; apiKey: string; secret: string }> {
  const partners = expectData(await operator.GET('/operator/v1/partners')).items
  const { id: partner } =
    partners.find((one) => one.companyName === companyName) ??
    expectData(await operator.POST('/operator/v1/partners', { body: { companyName } }))
  const owner = { partner, environment } as const
  const params = { query: owner }

  const keys = expectData(await operator.GET('/operator/v1/keys', { params })).items
  for (const { id: keyId } of keys.filter((key) => key.label === label && key.state === 'active')) {
    const path = { keyId }
    expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params: { path } }))
  }
  const body = { ...owner, label }
  const { key: apiKey } = expectData(await operator.POST('/operator/v1/keys', { body }))

  const [known] = expectData(await operator.GET('/operator/v1/endpoints', { params })).items
  const { secret } = expectData(
    known
      ? await operator.PATCH('/operator/v1/endpoints/{endpointId}', {
          params: { path: { endpointId: known.id } },
          body: { url, enabled: true, newSecret: {} },
        })
      : await operator.POST('/operator/v1/endpoints', { body: { ...owner, url } }),
  )
  return { partnerId: partner, apiKey, secret: secret ?? '' }
}

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of a successful call of the operator surface; throws a `StartError` if it was refused. */
export function expectData<Data>({ data, error, response }: Result<Data>): Data {
  if (data !== undefined) return data
  const { code = 'no code' } = (error as { error?: { code?: string } } | undefined)?.error ?? {}
  throw new StartError(
    `The operator surface answered ${response.status} ${code} at ${new URL(response.url).pathname}. Look at the server's log.`,
  )
}
