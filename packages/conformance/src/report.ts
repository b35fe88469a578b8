/** Which side of the interface was checked. */
export type Target = 'receiver' | 'server'

/** `must`: the source says so. `advice`: the source is silent, and a decision of the contract fills in. */
export type Severity = 'must' | 'advice'

/**
 * `failed`: what the source says is broken. `warning`: something is to be done, although the source allows
 * it. `not-judged`: it could not be seen from outside.
 */
export type Status = 'passed' | 'failed' | 'warning' | 'not-judged'

/**
 * The names of warnings: an event was acted on more than once, an answer took long, JSON has another content
 * type, origins that are not registered are accepted, or the target departs from a decision that fills in
 * what the source leaves open.
 */
export const warnings = [
  'acted-twice',
  'slow-answer',
  'content-type',
  'open-origins',
  'advice',
] as const
export type Warning = (typeof warnings)[number]

/** What one check found. Every text is one line without control characters, keys or secrets. */
export type Result = {
  /** Item of the source such as `5.6`, or record such as `D-005`; a key of `rules`. */
  rule: string
  /** Records that fill in what the rule leaves open, such as `D-001`. */
  see: readonly string[]
  /** Name of the check, in kebab case; what `only` takes. */
  id: string
  title: string
  status: Status
  severity: Severity
  /** Whether something is to be done: it failed, or it is a warning. */
  finding: boolean
  /** The kind of warning, or `null`. */
  warning: Warning | null
  expected: string
  received: string
  /** What to do. */
  next: string
  /** Shell commands that send the same again, or `null` if nothing was sent. */
  curl: string | null
  /** Time from the first byte sent to the last one received, in milliseconds. */
  durationMs: number
}

export type Summary = { passed: number; failed: number; warnings: number; notJudged: number }

export type Report = {
  target: Target
  url: string
  /** As the caller named it, `null` otherwise. */
  environment: string | null
  /** ISO 8601, UTC. */
  startedAt: string
  durationMs: number
  /** In the order of the checks. */
  results: Result[]
  summary: Summary
  /** Whether something passed and nothing failed. */
  ok: boolean
}

/**
 * The exit code of a process that made a report: 0 when the report is `ok`, 1 otherwise. Each warning that
 * `failOn` names counts as well. By custom 2 says that there is no report, because the check threw.
 */
export function exitCodeOf(
  { ok, results }: Report,
  { failOn = [] }: { failOn?: readonly Warning[] } = {},
): 0 | 1 {
  return ok && !results.some(({ warning }) => warning && failOn.includes(warning)) ? 0 : 1
}
