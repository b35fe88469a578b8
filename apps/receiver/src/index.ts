export type { Environment } from '@partner-platform/types'
export { buildReceiver, type PartnerReceiver, type ReceiverOptions } from './build-receiver.ts'
export {
  type EventHandler,
  type HandlerContext,
  type HandlingOptions,
  handlingDefaults,
} from './handle/event-handler.ts'
export { defaultCallbackPath } from './http/build-callback-app.ts'
export { type InboxBounds, inboxBounds } from './inbox/arriving.ts'
export { createInbox, type Inbox, type InboxOptions } from './inbox/create-inbox.ts'
export {
  type Acceptance,
  type AcceptOptions,
  type EntryDetail,
  type EntryPage,
  type EntryState,
  type EntrySummary,
  entryStates,
  type Filling,
  type InboxView,
  type ListOptions,
} from './inbox/inbox-view.ts'
export { createJsonLogger, type LogEntry, type Logger } from './log.ts'
export { openStore, type StoreOptions } from './store/open-store.ts'
