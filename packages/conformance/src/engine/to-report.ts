import type { Report, Result, Target } from '../report.ts'
import { maskSecrets } from './mask-secrets.ts'

export type RunFacts = {
  target: Target
  url: URL
  environment: string | undefined
  startedAtMs: number
  durationMs: number
  /** What no report may show. */
  secrets: readonly string[]
}

/** The report of a run. */
export function toReport(results: Result[], facts: RunFacts): Report {
  const { target, url, environment = null, startedAtMs, durationMs, secrets } = facts
  const count = (matches: (result: Result) => boolean) => results.filter(matches).length
  const failed = count(({ status }) => status === 'failed')
  const passed = count(({ status }) => status === 'passed')
  return {
    target,
    url: maskSecrets(url.href, secrets),
    environment,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs),
    results,
    summary: {
      passed,
      failed,
      warnings: count(({ status }) => status === 'warning'),
      notJudged: count(({ status }) => status === 'not-judged'),
    },
    ok: failed === 0 && passed > 0,
  }
}
