export { runReceiverKillCycles } from './run-receiver-kill-cycles.ts'
export { mainFile, type Partner, startPartner } from './start-partner.ts'
