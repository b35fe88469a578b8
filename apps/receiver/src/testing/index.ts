export { auditInbox, findLeaks, type InboxAudit } from './audit-inbox.ts'
export {
  createDelivery,
  createSender,
  personal,
  type Reply,
  type Sender,
  type SignedDelivery,
} from './create-sender.ts'
export { createJournal, driveDeliveries, type Entry, type Journal } from './drive-deliveries.ts'
export {
  type ReceiverKillCycle,
  type ReceiverKillCycles,
  runReceiverKillCycles,
} from './run-receiver-kill-cycles.ts'
export { mainFile, type Partner, startPartner, untilHandled } from './start-partner.ts'
