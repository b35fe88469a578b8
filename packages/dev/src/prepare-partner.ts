import type { OperatorClient } from '@partner-platform/server'
import { expectData } from './expect-data.ts'

const environment = 'development'
const companyName = 'Example Travel'
/** Marks the keys that were made here, so that the next run can revoke them. */
const label = 'made by start'

/**
 * A partner with a fresh key and a fresh signing secret, and an endpoint at the callback URL. Run
 * again on the same store it finds the partner, and withdraws the key of the run before.
 */
export async function preparePartner(
  operator: OperatorClient,
  { callbackUrl }: { callbackUrl: string },
): Promise<{ partnerId: string; apiKey: string; secret: string }> {
  const partnerId = await findPartner(operator)
  await revokeOldKeys(operator, partnerId)
  const { key: apiKey } = expectData(
    await operator.POST('/operator/v1/keys', { body: { partner: partnerId, environment, label } }),
  )
  const secret = await prepareEndpoint(operator, { partnerId, callbackUrl })
  return { partnerId, apiKey, secret }
}

async function findPartner(operator: OperatorClient): Promise<string> {
  const { items } = expectData(await operator.GET('/operator/v1/partners'))
  const known = items.find((partner) => partner.companyName === companyName)
  if (known) return known.id
  const body = { companyName }
  return expectData(await operator.POST('/operator/v1/partners', { body })).id
}

async function revokeOldKeys(operator: OperatorClient, partnerId: string): Promise<void> {
  const query = { partner: partnerId, environment } as const
  const { items } = expectData(await operator.GET('/operator/v1/keys', { params: { query } }))
  const old = items.filter((key) => key.label === label && key.state === 'active')
  for (const { id: keyId } of old) {
    const params = { path: { keyId } }
    expectData(await operator.POST('/operator/v1/keys/{keyId}/revoke', { params }))
  }
}

type Endpoint = { partnerId: string; callbackUrl: string }

async function prepareEndpoint(
  operator: OperatorClient,
  { partnerId, callbackUrl: url }: Endpoint,
): Promise<string> {
  const query = { partner: partnerId, environment } as const
  const { items } = expectData(await operator.GET('/operator/v1/endpoints', { params: { query } }))
  const [known] = items
  if (!known) {
    const body = { partner: partnerId, environment, url } as const
    return expectData(await operator.POST('/operator/v1/endpoints', { body })).secret
  }
  const changed = await operator.PATCH('/operator/v1/endpoints/{endpointId}', {
    params: { path: { endpointId: known.id } },
    body: { url, enabled: true, newSecret: {} },
  })
  return expectData(changed).secret ?? ''
}
