import { constants, type Endpoint as EndpointBody } from '../generated/index.ts'
import * as platform from '../platform/endpoints.ts'
import { rotateSecret } from '../platform/rotate-secret.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toPage } from './to-page.ts'

function toEndpoint(endpoint: platform.Endpoint): EndpointBody {
  const { id, partnerId, environment, url, signed, counts } = endpoint
  return {
    ...{ id, partner: partnerId, environment, url, signed },
    state: endpoint.state,
    disabledReason: endpoint.disabledReason,
    disabledAt: endpoint.disabledAt?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    failures: endpoint.failures,
    probeAt: endpoint.probeAt?.toISOString() ?? null,
    ...{ pending: counts.pending, held: counts.held, deadLetters: counts['dead-letter'] },
    createdAt: endpoint.createdAt.toISOString(),
  }
}

const toIssued = ({ secret, signsFrom, endpoint }: platform.IssuedSecret) => ({
  secret,
  signsFrom: signsFrom.toISOString(),
  endpoint: toEndpoint(endpoint),
})

export const listEndpoints: ReadHandler<'listEndpoints'> = async ({ query }, { orm }) => {
  const page = await platform.listEndpoints(query, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items.map(toEndpoint), next: page.next } }
}

export const createEndpoint: WriteHandler<'createEndpoint'> = async ({ body }, context) => {
  const issued = await platform.createEndpoint(body, context)
  return issued.ok ? { status: 201, body: toIssued(issued) } : refused(issued)
}

export const updateEndpoint: WriteHandler<'updateEndpoint'> = async ({ params, body }, context) => {
  const { newSecret, enabled, ...given } = body
  const { endpointId } = params
  // Only this can be refused; whatever comes after it finds the endpoint locked.
  const changed = await platform.updateEndpoint({ endpointId, ...given }, context)
  if (!changed.ok) return refused(changed)
  const { overlapSeconds = constants.operatorOverlapSeconds } = newSecret ?? {}
  const issued = newSecret && (await rotateSecret({ endpointId, overlapSeconds }, context))
  if (issued && !issued.ok) return refused(issued)
  const move = enabled ? platform.enableEndpoint : platform.disableEndpoint
  const moved = enabled === undefined ? changed : await move(endpointId, context)
  if (!moved.ok) return refused(moved)
  const endpoint = toEndpoint(moved.endpoint)
  return {
    status: 200,
    body: issued ? { ...toIssued(issued), endpoint } : { secret: null, signsFrom: null, endpoint },
  }
}
