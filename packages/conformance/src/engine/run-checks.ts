import { toCurl } from '../http/to-curl.ts'
import type { Report, Result, Status, Target } from '../report.ts'
import type { RunOptions } from '../run-options.ts'
import {
  type CheckTexts,
  type Drive,
  type Sight,
  selectChecks,
  unseen,
  type Verdict,
} from './check.ts'
import { openRun, type Run } from './run.ts'

/** One side of the interface: its checks, and how to send them. */
type Side<C extends CheckTexts> = {
  target: Target
  url: URL
  /** What no report may show. */
  secrets: readonly string[]
  answerLimitBytes: number
  checks: readonly C[]
  open: (run: Run) => Promise<Session<C>>
}

export type Session<C extends CheckTexts> = {
  /** Why nothing is sent for a check, or nothing. */
  reasonToSkip: (check: C) => string | undefined
  drive: (check: C) => Promise<Drive>
  /** Finds out what the target did because of the run. With it, checks are judged at the end. */
  look?: (drives: readonly Drive[]) => Promise<Sight>
}

/** Runs the checks of one side, one after the other, and reports. */
export async function runChecks<C extends CheckTexts>(
  options: RunOptions,
  side: Side<C>,
): Promise<Report> {
  const { target, url, secrets, answerLimitBytes, checks, open } = side
  const { now = Date.now, environment, onResult, onProgress } = options
  const selected = selectChecks(checks, options.only)
  const startedAtMs = now()
  const startedMs = performance.now()
  const run = openRun({ ...options, target: url, answerLimitBytes })
  const { reasonToSkip, drive, look } = await open(run)
  const results: Result[] = []
  type Driven = { check: C; drive: Drive; durationMs: number }

  async function send(check: C): Promise<Driven> {
    const sinceMs = performance.now()
    const reason = run.isSilent()
      ? `The ${target} no longer answers: find out why, and run the checks again.`
      : reasonToSkip(check)
    const driven = reason ? notSent(reason) : await drive(check)
    return { check, drive: driven, durationMs: performance.now() - sinceMs }
  }

  function judge({ check, drive, durationMs }: Driven, sight?: Sight) {
    const found = { verdict: drive.judge(sight), curl: curlOf(drive), durationMs }
    const result = toResult(check, found, secrets)
    results.push(result)
    onResult?.(result)
  }

  const waiting: Driven[] = []
  for (const [index, check] of selected.entries()) {
    onProgress?.({ sent: index, of: selected.length })
    const driven = await send(check)
    if (look) waiting.push(driven)
    else judge(driven)
  }
  onProgress?.({ sent: selected.length, of: selected.length })
  const sight = await look?.(waiting.map((one) => one.drive))
  for (const driven of waiting) judge(driven, sight)
  const durationMs = performance.now() - startedMs
  return toReport(results, { ...side, environment, startedAtMs, durationMs })
}

/** For a check for which nothing was sent. */
export const notSent = (next?: string): Drive => ({
  sent: [],
  judge: () => unseen('nothing: no request was sent', next),
})

/** Shell commands that send what a check sent, in order, or `null` if it sent nothing. */
function curlOf({ sent, atOnce = false }: Drive): string | null {
  if (sent.length === 0) return null
  const commands = sent.map(({ outgoing }) => toCurl(outgoing))
  if (!atOnce) return commands.join('\n')
  const [first] = commands
  if (commands.every((command) => command === first)) {
    return `for _ in $(seq ${commands.length}); do ${first} & done; wait`
  }
  return [...commands.map((command) => `${command} &`), 'wait'].join('\n')
}

type RunFacts = Pick<Side<never>, 'target' | 'url' | 'secrets'> &
  Pick<RunOptions, 'environment'> & { startedAtMs: number; durationMs: number }

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

/** The result of a check, in texts that are safe to print and contain none of `secrets`. */
export function toResult(
  check: CheckTexts,
  { verdict, curl, durationMs }: { verdict: Verdict; curl: string | null; durationMs: number },
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
const maskSecrets = (text: string, secrets: readonly string[]) =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text)
