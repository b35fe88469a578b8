import { messages } from '@partner-platform/types'
import type { messageParsers } from '@partner-platform/validators'
import type { EventHandler, HandlerContext } from './event-handler.ts'

type MessageId = keyof typeof messageParsers

type EventOf<Id extends MessageId> = Extract<
  ReturnType<(typeof messageParsers)[Id]['payload']['received']>,
  { ok: true }
>['value']

/** A handler for each event of the contract. A missing one is a compile error. */
export type EventHandlers = {
  readonly [Id in MessageId]: (event: EventOf<Id>, context: HandlerContext) => unknown
}

/** One handler that passes each event to the handler of its name. @see specs/decisions D-024 */
export function byEvent(handlers: EventHandlers): EventHandler {
  const byName = new Map<string, EventHandler>(
    Object.entries(handlers).map(([id, handle]) => [messages[id as MessageId].name, handle]),
  )
  return (event, context) => byName.get(event.event)?.(event, context)
}
