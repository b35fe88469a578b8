export type { Effect } from './engine/check.ts'
export { type ConformanceCode, ConformanceError, conformanceErrors } from './errors.ts'
export {
  type FormatOptions,
  formatReport,
  type ReportFormat,
  reportFormats,
} from './formats/format-report.ts'
export { describeSummary } from './formats/group-by-rule.ts'
export { checkReceiver } from './receiver/check-receiver.ts'
export type { ReceiverCheckOptions, ReceiverPauses } from './receiver/receiver-options.ts'
export {
  exitCodeOf,
  type Report,
  type Result,
  type Severity,
  type Status,
  type Summary,
  type Target,
  type Warning,
  warnings,
} from './report.ts'
export { type Rule, type RuleId, rules } from './rules.ts'
export { checkServer } from './server/check-server.ts'
export type { ServerCheckOptions } from './server/server-kit.ts'
