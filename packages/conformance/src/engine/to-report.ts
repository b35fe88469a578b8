import type { Report, Result, Status, Target } from '../report.ts'
import type { CheckTexts, Verdict } from './check.ts'

type RunFacts = {
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
  const count = (status: Status) => results.filter((result) => result.status === status).length
  const [failed, passed] = [count('failed'), count('passed')]
  return {
    target,
    url: maskSecrets(url.href, secrets),
    environment,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs),
    results,
    summary: { passed, failed, warnings: count('warning'), notJudged: count('not-judged') },
    ok: failed === 0 && passed > 0,
  }
}

type Found = { verdict: Verdict; curl: string | null; durationMs: number }

/** The result of a check, in texts that are safe to print and contain none of `secrets`. */
export function toResult(
  check: CheckTexts,
  { verdict, curl, durationMs }: Found,
  secrets: readonly string[],
): Result {
  const { kind } = verdict
  const finding = kind === 'wrong' || kind === 'departs'
  const isAdvice = check.severity === 'advice' || kind === 'departs'
  const warning = finding && isAdvice ? (verdict.warning ?? 'advice') : null
  const plain = (text: string) => toPlainText(text, secrets)
  return {
    rule: check.rule,
    see: check.see,
    id: check.id,
    title: check.title,
    status: warning ? 'warning' : finding ? 'failed' : kind === 'passed' ? 'passed' : 'not-judged',
    severity: isAdvice ? 'advice' : 'must',
    finding,
    warning,
    expected: plain(check.expected),
    received: plain(verdict.received),
    next: kind === 'passed' ? '' : plain(verdict.next ?? check.next),
    curl: curl === null ? null : maskSecrets(curl, secrets),
    durationMs: Math.round(durationMs),
  }
}

const textLimit = 600

/** One line without control characters, so that nothing that a target says can steer a terminal. */
function toPlainText(text: string, secrets: readonly string[]): string {
  const line = maskSecrets(text, secrets)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
  return line.length > textLimit ? `${line.slice(0, textLimit)}…` : line
}

/** A text in which nothing shows what must not be shown. */
function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of secrets) if (secret !== '') masked = masked.replaceAll(secret, '[secret]')
  return masked
}
