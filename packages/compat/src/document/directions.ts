import type { DocumentKind, Party } from '../finding.ts'

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
