import type { DocumentKind, Party } from '../finding.ts'
import { keyOf, type SpecDocument, type SpecNode } from './open-document.ts'

/** A part of an AsyncAPI document that goes one way. */
interface Route {
  node: SpecNode
  direction: Direction
  /** An operation names its messages, a message contains its payload. */
  isMessage: boolean
}

/** Operations and the messages of their requests and replies. A message of no operation counts as sent. */
export function routesOf(document: SpecDocument): Route[] {
  const routes = document.version.startsWith('2.')
    ? routesOfChannels(document)
    : routesOfOperations(document)
  const known = new Set(routes.map(({ node }) => keyOf(node)))
  const others = membersOf(document.at(['channels']), document)
    .flatMap((channel) => messagesOf(channel, document))
    .concat(membersOf(document.at(['components', 'messages']), document))
    .filter((message) => !known.has(keyOf(message)))
  return [...routes, ...others.map((node) => toRoute(node, 'sends'))]
}

/** AsyncAPI 2 says under the channel what others do there. */
function routesOfChannels(document: SpecDocument): Route[] {
  return membersOf(document.at(['channels']), document).flatMap((channel) =>
    (['publish', 'subscribe'] as const).flatMap((verb) => {
      const operation = document.child(channel, verb)
      if (operation === undefined) return []
      const message = document.child(operation, 'message')
      const forms = message && document.child(message, 'oneOf')
      const direction: Direction = verb === 'publish' ? 'reads' : 'sends'
      const messages = forms ? membersOf(forms, document) : message ? [message] : []
      return [
        toRoute(operation, direction, false),
        ...messages.map((one) => toRoute(one, direction)),
      ]
    }),
  )
}

function routesOfOperations(document: SpecDocument): Route[] {
  return membersOf(document.at(['operations']), document).flatMap((operation) => {
    const isSent = document.child(operation, 'action')?.value !== 'receive'
    const reply = document.child(operation, 'reply')
    return [
      ...toRoutes(operation, isSent ? 'sends' : 'reads', document),
      ...(reply ? toRoutes(reply, isSent ? 'reads' : 'sends', document) : []),
    ]
  })
}

/** An operation or a reply, and the messages that it names, else the messages of its channel. */
function toRoutes(node: SpecNode, direction: Direction, document: SpecDocument): Route[] {
  const channel = document.child(node, 'channel')
  const named = messagesOf(node, document)
  const messages = named.length > 0 ? named : messagesOf(channel, document)
  return [
    toRoute(node, direction, false),
    ...messages.map((message) => toRoute(message, direction)),
  ]
}

function toRoute(node: SpecNode, direction: Direction, isMessage = true): Route {
  return { node, direction, isMessage }
}

export function messagesOf(node: SpecNode | undefined, document: SpecDocument): SpecNode[] {
  return membersOf(node && document.child(node, 'messages'), document)
}

function membersOf(node: SpecNode | undefined, document: SpecDocument): SpecNode[] {
  if (node === undefined || typeof node.value !== 'object' || node.value === null) return []
  return Object.keys(node.value)
    .map((key) => document.child(node, key))
    .filter((child) => child !== undefined)
}

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
