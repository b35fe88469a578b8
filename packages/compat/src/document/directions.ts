import type { Party } from '../finding.ts'
import { routesOf } from './asyncapi-routes.ts'
import { keyOf, type SpecDocument, type SpecNode } from './spec-document.ts'

/** What the platform does with a part of the contract: what it sends may grow, what it reads may not shrink. */
export type Direction = 'sends' | 'reads'

/** Who meets a part of the contract, and which way it goes. */
export interface Use {
  direction: Direction
  party: Exclude<Party, 'sender'>
}

/**
 * The use that a place tells where nothing around it has one: the keys of OpenAPI say which way a part goes,
 * those of AsyncAPI do not. A webhook of OpenAPI is a request that the platform sends.
 */
export function useOf(keys: readonly string[], document: SpecDocument): Use {
  if (document.kind === 'asyncapi') return { direction: 'sends', party: 'receiver' }
  const isAnswer = keys.includes('responses')
  const isTurned = keys[0] === 'webhooks' || keys.includes('callbacks')
  return {
    direction: isAnswer === isTurned ? 'reads' : 'sends',
    party: isTurned ? 'receiver' : 'caller',
  }
}

/**
 * Every use of each part of a document, by `file pointer`: of schemas in OpenAPI, of operations and messages
 * and all within them in AsyncAPI. A schema that a request and a response share is reported by Redocly in one
 * place only, and judged here in both.
 */
export function usesOfParts(document: SpecDocument): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  const seen = new Set<string>()
  const add = (node: SpecNode, use: Use) =>
    uses.set(keyOf(node), [...(uses.get(keyOf(node)) ?? []), use])
  const visit = (node: SpecNode, keys: readonly string[], use: Use | undefined) => {
    if (typeof node.value !== 'object' || node.value === null) return
    const { direction, party } = use ?? useOf(keys, document)
    const visited = `${use === undefined} ${direction} ${party} ${keyOf(node)}`
    if (seen.has(visited)) return
    seen.add(visited)
    if (use !== undefined) add(node, use)
    for (const key of Object.keys(node.value)) {
      if (keys.length === 0 && key === 'components') continue
      const child = document.child(node, key)
      if (child === undefined || /^x-|^examples?$/.test(key)) continue
      const isSchema = ['schema', 'headers'].includes(key) && document.kind === 'openapi'
      visit(child, [...keys, key], use ?? (isSchema ? useOf([...keys, key], document) : undefined))
    }
  }
  // All files that the document refers to are read by this as well.
  visit(document.root, [], undefined)
  const routes = document.kind === 'asyncapi' ? routesOf(document) : []
  for (const { node, direction, isMessage } of routes) {
    const use: Use = { direction, party: 'receiver' }
    if (isMessage) visit(node, ['channels'], use)
    else add(node, use)
  }
  return uses
}
