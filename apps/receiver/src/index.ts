export type { Environment } from '@partner-platform/settings'
export { inboxPath } from './add-inbox-page.ts'
export { buildReceiver, type PartnerReceiver, type ReceiverOptions } from './build-receiver.ts'
export { defaultCallbackPath } from './callback-path.ts'
export {
  createMemoryInbox,
  type MemoryInbox,
  type MemoryInboxOptions,
} from './create-memory-inbox.ts'
export type { Inbox, InboxEntry, QuarantineEntry } from './inbox.ts'
export { createJsonLogger, type LogEntry, type Logger } from './log.ts'
