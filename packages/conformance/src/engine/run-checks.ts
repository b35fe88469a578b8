import { toCurl } from '../http/to-curl.ts'
import type { Report, Result, Target } from '../report.ts'
import type { RunOptions } from '../run-options.ts'
import { type CheckTexts, type Drive, type Sight, selectChecks, unseen } from './check.ts'
import { openRun, type Run } from './run.ts'
import { toReport, toResult } from './to-report.ts'

/** One side of the interface: its checks, and how to send them. */
export type Side<C extends CheckTexts> = {
  target: Target
  url: URL
  /** What no report may show. */
  secrets: readonly string[]
  /** Most bytes of an answer that are read. */
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
  { target, url, secrets, answerLimitBytes, checks, open }: Side<C>,
): Promise<Report> {
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
      ? `The ${target} no longer answers: find out why, and run again.`
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
  return toReport(results, { target, url, environment, startedAtMs, durationMs, secrets })
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
