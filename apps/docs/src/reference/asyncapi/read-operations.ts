import type { Bundle } from '../bundle-node.ts'
import { namedMessages } from './read-messages.ts'

export interface OperationUse {
  key: string
  action: string
  channel: string
  /** Pointers of the messages that it carries. */
  messages: string[]
}

/** What each operation carries: the messages that it names, or all those of its channel. */
export function readOperations(bundle: Bundle): OperationUse[] {
  return bundle
    .root()
    .children('operations')
    .map(([key, operation]) => {
      const channel = operation.child('channel')
      const own = namedMessages(operation)
      const messages = own ?? (channel === undefined ? [] : (namedMessages(channel) ?? []))
      const action = operation.text('action') ?? ''
      return { key, action, channel: channel?.pointer.split('/').at(-1) ?? '', messages }
    })
}
