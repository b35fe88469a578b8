import type { Result } from './report.ts'

/** What both kinds of run take. */
export type RunOptions = {
  /** Named in the report, so that two reports are not mixed up. */
  environment?: string
  /** Ids of the checks to run. @default all */
  only?: readonly string[]
  /** Time allowed for one exchange, its answer included. @default `attemptTimeoutMs` of the contract */
  fetchTimeoutMs?: number
  /** Ends the run: it rejects with a `ConformanceError` of code `aborted`. */
  signal?: AbortSignal
  /** Sees each result as soon as it is known. */
  onResult?: (result: Result) => void
  /** Sees how many checks have been sent, of how many. */
  onProgress?: (progress: { sent: number; of: number }) => void
  /** Unix time in milliseconds. @default Date.now */
  now?: () => number
}
