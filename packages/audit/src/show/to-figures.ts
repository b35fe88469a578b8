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

export type Figure = {
  what: string
  outcome: string
  /** Whether it is as it was promised. */
  ok: boolean
}

/** A lease of 30 s, found over within 5 s, and time to fetch what it covered on a busy machine. */
const takeoverLimitMs = 45_000

/** What came of it, one line each. */
export function toFigures(run: Run): Figure[] {
  const { found, kill, takeoverMs, loadedMs, exitCodes, leaks, journal } = run
  const { acked, lost, doubled, duplicates, problems } = found
  const latencies = toLatencies(run)
  const at = (share: number) => Math.round(latencies[Math.floor(share * latencies.length)] ?? 0)
  const perSecond = (acked / loadedMs) * 1000
  const unanswered = journal.entries.filter(({ answeredMs }) => answeredMs === null).length
  return [
    {
      what: 'events acknowledged',
      outcome: `${acked} of ${found.sent} asked for, ${unanswered} answers lost with the API process`,
      ok: acked > 0 && unanswered > 0,
    },
    { what: 'delivered', outcome: `${found.delivered} of ${found.committed}`, ok: isWhole(found) },
    { what: 'lost', outcome: `${lost}`, ok: lost === 0 },
    { what: 'delivered twice in effect', outcome: `${doubled}`, ok: doubled === 0 },
    {
      what: 'duplicates on the wire',
      outcome: `${duplicates}, byte for byte the same`,
      ok: duplicates >= kill.attempts,
    },
    {
      what: 'killed worker',
      outcome: `had ${kill.attempts} attempts in flight, made again by others within ${seconds(takeoverMs)}`,
      ok: kill.attempts > 0 && takeoverMs < takeoverLimitMs,
    },
    {
      what: 'others meanwhile',
      outcome: `next attempt ${Math.round(kill.pauseMs)} ms after the kill`,
      ok: kill.pauseMs < 5_000,
    },
    toLimitFigure(run),
    {
      what: 'deliveries per second',
      outcome: `${perSecond.toFixed(0)}, as many as were asked for; from change to arrival p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
      ok: true,
    },
    {
      what: 'the store afterwards',
      outcome:
        problems.length === 0 ? 'every event delivered, nothing left over' : problems.join(', '),
      ok: problems.length === 0,
    },
    {
      what: 'logs and metrics',
      outcome:
        leaks.length === 0 ? 'no key, secret or personal data' : `leaked: ${leaks.join(', ')}`,
      ok: leaks.length === 0,
    },
    {
      what: 'the other processes',
      outcome: `stopped in order, exit codes ${exitCodes.join(', ')}`,
      ok: exitCodes.every((code) => code === 0),
    },
  ]
}

const isWhole = ({ delivered, committed }: Audit) => delivered === committed
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function toLimitFigure({ options, rounds }: Run): Figure {
  const { quota, windowSeconds } = options
  const all = rounds.flat()
  const exact = all.filter((round) => isExact(round, quota, windowSeconds)).length
  const most = Math.max(0, ...rounds.map((own) => mostInWindow(own, windowSeconds)))
  const calls = all.reduce((sum, round) => sum + round.calls.length, 0)
  return {
    what: 'rate limit over all processes',
    outcome: `${exact} of ${all.length} times exactly ${quota} of ${2 * quota} calls of a key admitted (${calls} calls, ${rounds.length} keys); at most ${most} in any ${windowSeconds} s`,
    ok: all.length > 0 && exact === all.length && most <= quota,
  }
}

/** Milliseconds from asking for a change to its arrival, in order; those that were taken over are not in it. */
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
