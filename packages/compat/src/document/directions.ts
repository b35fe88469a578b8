import type { DocumentKind, Party } from '../finding.ts'
import { routesOf } from './asyncapi-routes.ts'
import { keyOf, type SpecDocument } from './spec-document.ts'

/** What the platform does with a part of the contract: what it sends may grow, what it reads may not shrink. */
export type Direction = 'sends' | 'reads'

/** Who meets a part of the contract, and which way it goes. */
export interface Use {
  direction: Direction
  party: Exclude<Party, 'sender'>
}

/** The use of a webhook or callback: a request that the platform sends. */
export const sent: Use = { direction: 'sends', party: 'receiver' }

/** The use of a part unless something around it changes it. */
export const rootUses: { readonly [kind in DocumentKind]: Use } = {
  openapi: { direction: 'reads', party: 'caller' },
  asyncapi: sent,
}

/** The use of the answer to a request. */
export function turn({ direction, party }: Use): Use {
  return { direction: direction === 'sends' ? 'reads' : 'sends', party }
}

/** The directions of the operations, replies and messages of an AsyncAPI document, by `file pointer`. */
export function directionsOfRoutes(document: SpecDocument): Map<string, Set<Direction>> {
  const directions = new Map<string, Set<Direction>>()
  const routes = document.kind === 'asyncapi' ? routesOf(document) : []
  for (const { node, direction } of routes) {
    directions.set(keyOf(node), (directions.get(keyOf(node)) ?? new Set()).add(direction))
  }
  return directions
}
