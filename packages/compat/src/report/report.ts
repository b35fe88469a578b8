import type { ChangesetCheck } from '../changesets/check-changesets.ts'
import type { Comparison } from '../compare.ts'

/** All that a report tells. */
export interface ReportInput {
  comparison: Comparison
  /** Null without `--changeset`. */
  changesets: ChangesetCheck | null
  /** Whether standard output takes colours. */
  isColored: boolean
  /** The folder of the newer side, as paths in annotations start. */
  folder: string
}

export type Reporter = (input: ReportInput) => string
