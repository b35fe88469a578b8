export type { Environment } from '@partner-platform/types'
export { buildReceiver, type ReceiverOptions } from './build-receiver.ts'
export type { EventHandler, HandlerContext } from './handle/event-handler.ts'
export { defaultCallbackPath } from './http/build-callback-app.ts'
export { type InboxBounds, inboxBounds } from './inbox/arriving.ts'
export { createInbox, type Inbox } from './inbox/create-inbox.ts'
export {
  type EntryState,
  type EntrySummary,
  entryStates,
  type InboxView,
  type ListOptions,
} from './inbox/inbox-view.ts'
export { createJsonLogger, type LogEntry, type Logger } from './log.ts'
export { openStore, type StoreOptions } from './store/open-store.ts'
