export {
  type ChangesetCheck,
  checkChangesets,
  type Shortfall,
} from './changesets/check-changesets.ts'
export { type Changeset, readChangesets } from './changesets/read-changesets.ts'
export { type CompareOptions, type Comparison, compare } from './compare.ts'
export { CompatError, type CompatErrorCode, compatErrors } from './errors.ts'
export { type DocumentKind, type Finding, type Level, levels, type Party } from './finding.ts'
export { type Format, type Reporter, type ReportInput, reporters } from './reports.ts'
