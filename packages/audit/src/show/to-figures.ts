import type { Figure } from '@partner-platform/dev/format-table'
import type { Audit, EffectReceiver, Journal } from '@partner-platform/server/testing'
import type { Kill } from './kill-two.ts'
import type { ShowOptions } from './show-options.ts'
import { isExact, mostInWindow, type Round } from './spend-quota.ts'

type Run = {
  options: ShowOptions
  found: Audit
  journal: Journal
  receiver: EffectReceiver
  kill: Kill
  takeoverMs: number
  loadedMs: number
  rounds: Round[][]
  exitCodes: (number | null)[]
  leaks: string[]
}

/** A lease of 30 s, 5 s to notice its end, and time to repeat its deliveries on a busy machine. */
const takeoverLimitMs = 45_000

export function toFigures(run: Run): Figure[] {
  const { found, kill, takeoverMs, loadedMs, exitCodes, leaks, journal } = run
  const { acked, sent, delivered, committed, lost, doubled, duplicates, problems } = found
  const latencies = toLatencies(run)
  const at = (share: number) => Math.round(latencies[Math.floor(share * latencies.length)] ?? 0)
  const perSecond = ((acked / loadedMs) * 1000).toFixed(0)
  const unanswered = journal.entries.filter(({ answeredMs }) => answeredMs === null).length
  const takeover = (takeoverMs / 1000).toFixed(1)
  const rows: [what: string, ok: boolean, outcome: string][] = [
    [
      'events acknowledged',
      acked > 0 && unanswered > 0,
      `${acked} of ${sent} requested, ${unanswered} answers lost with the API process`,
    ],
    ['delivered', delivered === committed, `${delivered} of ${committed}`],
    ['lost', lost === 0, `${lost}`],
    ['acted on twice', doubled === 0, `${doubled}`],
    [
      'duplicates on the wire',
      duplicates >= kill.attempts,
      `${duplicates}, byte for byte the same`,
    ],
    [
      'killed worker',
      kill.attempts > 0 && takeoverMs < takeoverLimitMs,
      `had ${kill.attempts} attempts in flight, repeated by other workers within ${takeover} s`,
    ],
    [
      'others meanwhile',
      kill.pauseMs < 5_000,
      `next attempt ${Math.round(kill.pauseMs)} ms after the kill`,
    ],
    ['rate limit over all processes', ...judgeLimit(run)],
    [
      'deliveries per second',
      true,
      `${perSecond}; from change to arrival p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    ],
    [
      'the store afterwards',
      problems.length === 0,
      problems.join(', ') || 'every event delivered, nothing left over',
    ],
    [
      'logs and metrics',
      leaks.length === 0,
      leaks.length === 0 ? 'no key, secret or personal data' : `leaked: ${leaks.join(', ')}`,
    ],
    [
      'the other processes',
      exitCodes.every((code) => code === 0),
      `stopped in order, exit codes ${exitCodes.join(', ')}`,
    ],
  ]
  return rows.map(([what, ok, outcome]) => ({ what, ok, outcome }))
}

function judgeLimit({ options, rounds }: Run): [ok: boolean, outcome: string] {
  const { quota, windowSeconds } = options
  const all = rounds.flat()
  const exact = all.filter((round) => isExact(round, quota, windowSeconds)).length
  const most = Math.max(0, ...rounds.map((own) => mostInWindow(own, windowSeconds)))
  return [
    all.length > 0 && exact === all.length && most <= quota,
    `in ${exact} of ${all.length} rounds, exactly ${quota} of a key's ${2 * quota} calls were admitted (${all.flat().length} calls, ${rounds.length} keys); at most ${most} in any ${windowSeconds} s`,
  ]
}

/** Milliseconds from each acknowledged change to its arrival, sorted. */
function toLatencies({ journal, receiver }: Run): number[] {
  const arrived = new Map(receiver.arrivals.toReversed().map((one) => [one.event, one.atMs]))
  return journal
    .acked()
    .flatMap(({ submission, timestamp, sentMs }) => {
      const atMs = arrived.get(`${submission} ${timestamp}`)
      return atMs === undefined ? [] : [atMs - sentMs]
    })
    .sort((one, other) => one - other)
}
