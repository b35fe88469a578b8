/** Which side of the interface was checked. */
export type Target = 'receiver' | 'server'

/** `must`: the source says so. `advice`: the source is silent, and a decision of the contract fills in. */
export type Severity = 'must' | 'advice'

/**
 * `failed`: what the source says is broken. `not-judged`: it could not be seen from outside, or the
 * source is silent and the target departs from the advice.
 */
export type Status = 'passed' | 'failed' | 'not-judged'

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
  /** Whether something is to be done: it failed, or it departs from the advice. */
  finding: boolean
  expected: string
  received: string
  /** What to do. */
  next: string
  /** Shell commands that send the same again, `null` where nothing was sent. */
  curl: string | null
  /** Time from the first byte sent to the last one received, in milliseconds. */
  durationMs: number
}

export type Summary = {
  passed: number
  failed: number
  notJudged: number
  /** Those not judged that depart from the advice. */
  advice: number
}

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
