import type { Reporter } from './report.ts'

/** The whole comparison as one JSON document, for programs. */
export const toJson: Reporter = ({ comparison, changesets }) =>
  JSON.stringify({ reportVersion: 1, ...comparison, changesets }, null, 2)
