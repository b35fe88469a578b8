import type { Party } from '../finding.ts'
import type { SpecDocument, SpecNode } from './spec-document.ts'

/** What the platform does with a part of the contract: what it sends may grow, what it reads may not shrink. */
export type Direction = 'sends' | 'reads'

/** Who meets a part of the contract, and which way it goes. */
export interface Use {
  direction: Direction
  party: Exclude<Party, 'sender'>
}

/** The use that the place in the document tells. A webhook of OpenAPI is a request that the platform sends. */
export function useOf(keys: readonly string[], document: SpecDocument): Use {
  if (document.kind === 'asyncapi') {
    return { direction: isReceived(keys, document) ? 'reads' : 'sends', party: 'receiver' }
  }
  const isAnswer = keys.includes('responses')
  const isTurned = keys[0] === 'webhooks' || keys.includes('callbacks')
  return {
    direction: isAnswer === isTurned ? 'reads' : 'sends',
    party: isTurned ? 'receiver' : 'caller',
  }
}

/** Whether the platform receives on a channel and sends nothing there. */
function isReceived(
  [section, channel, action]: readonly string[],
  document: SpecDocument,
): boolean {
  if (section !== 'channels' || channel === undefined) return false
  // AsyncAPI 2 says under the channel what others do there.
  if (action === 'publish' || action === 'subscribe') return action === 'publish'
  const { operations } = document.root.value as { operations?: Record<string, unknown> }
  const target = document.at(['channels', channel])
  const actions = Object.keys(operations ?? {})
    .filter((id) => document.at(['operations', id, 'channel'])?.pointer === target?.pointer)
    .map((id) => document.at(['operations', id, 'action'])?.value)
  return actions.length > 0 && actions.every((action) => action === 'receive')
}

/**
 * Every use of each schema of a document, by `file pointer`. A schema that a request and a response share
 * is reported by Redocly in one place only, and judged here in both.
 */
export function usesOfSchemas(document: SpecDocument): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  const seen = new Set<string>()
  const visit = (node: SpecNode, keys: readonly string[], use: Use | undefined) => {
    if (typeof node.value !== 'object' || node.value === null) return
    if (use !== undefined) {
      const key = keyOf(node)
      const visited = `${use.direction} ${use.party} ${key}`
      if (seen.has(visited)) return
      seen.add(visited)
      uses.set(key, [...(uses.get(key) ?? []), use])
    }
    for (const key of Object.keys(node.value)) {
      if (keys.length === 0 && key === 'components') continue
      const child = document.child(node, key)
      if (child === undefined || /^x-|^examples?$/.test(key)) continue
      const isSchema = ['schema', 'payload', 'headers'].includes(key) && keys[0] !== 'components'
      visit(child, [...keys, key], use ?? (isSchema ? useOf([...keys, key], document) : undefined))
    }
  }
  visit(document.root, [], undefined)
  return uses
}

export function keyOf({ file, pointer }: Pick<SpecNode, 'file' | 'pointer'>): string {
  return `${file} ${pointer}`
}
