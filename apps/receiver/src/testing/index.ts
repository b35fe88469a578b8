export { auditInbox, type InboxAudit } from './audit-inbox.ts'
export { type Courier, createCourier, type Reply } from './create-courier.ts'
export { createLetter, type Letter, personal } from './create-letter.ts'
export { driveDeliveries } from './drive-deliveries.ts'
export { findLeaks } from './find-leaks.ts'
export { createJournal, type Entry, type Journal } from './journal.ts'
export {
  type ReceiverKillCycle,
  type ReceiverKillCycles,
  runReceiverKillCycles,
} from './run-receiver-kill-cycles.ts'
export { mainFile, type Partner, startPartner } from './start-partner.ts'
export { untilHandled } from './until-handled.ts'
