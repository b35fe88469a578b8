import { constants, type Endpoint as EndpointBody } from '../generated/index.ts'
import * as state from '../platform/endpoint-state.ts'
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

export const getEndpoint: ReadHandler<'getEndpoint'> = async ({ params }, { orm }) => {
  const found = await platform.getEndpoint(params.endpointId, orm)
  return found.ok ? { status: 200, body: toEndpoint(found.endpoint) } : refused(found)
}

export const createEndpoint: WriteHandler<'createEndpoint'> = async ({ body }, context) => {
  const issued = await platform.createEndpoint(body, context)
  return issued.ok ? { status: 201, body: toIssued(issued) } : refused(issued)
}

export const updateEndpoint: WriteHandler<'updateEndpoint'> = async (input, context) => {
  const changed = await platform.updateEndpoint({ ...input.params, ...input.body }, context)
  return changed.ok ? { status: 200, body: toEndpoint(changed.endpoint) } : refused(changed)
}

export const rotateEndpointSecret: WriteHandler<'rotateEndpointSecret'> = async (
  { params, body },
  context,
) => {
  const { overlapSeconds = constants.operatorOverlapSeconds } = body
  const issued = await rotateSecret({ ...params, overlapSeconds }, context)
  return issued.ok ? { status: 201, body: toIssued(issued) } : refused(issued)
}

export const enableEndpoint: WriteHandler<'enableEndpoint'> = async ({ params }, context) => {
  const moved = await state.enableEndpoint(params.endpointId, context)
  return moved.ok ? { status: 200, body: toEndpoint(moved.endpoint) } : refused(moved)
}

export const disableEndpoint: WriteHandler<'disableEndpoint'> = async ({ params }, context) => {
  const moved = await state.disableEndpoint(params.endpointId, context)
  return moved.ok ? { status: 200, body: toEndpoint(moved.endpoint) } : refused(moved)
}
