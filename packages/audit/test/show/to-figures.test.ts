import { describe, expect, it } from 'vitest'
import { showDefaults } from '../../src/show/show-options.ts'
import { toFigures } from '../../src/show/to-figures.ts'

type Run = Parameters<typeof toFigures>[0]

const { quota } = showDefaults
const entry = { submission: 'a', status: 'B', sentMs: 0, answeredMs: 1, refusal: null }
const calls = Array.from({ length: 2 * quota }, (_, index) => ({
  sentMs: 0,
  endedMs: 10,
  status: index < quota ? 200 : 429,
}))

/** A run in which all went as promised. */
const good: Run = {
  options: showDefaults,
  found: {
    problems: [],
    sent: 10,
    acked: 9,
    committed: 10,
    delivered: 10,
    lost: 0,
    doubled: 0,
    duplicates: 3,
  },
  journal: {
    entries: [{ ...entry, answeredMs: null, receipt: null }],
    sent: () => entry,
    acked: () => [],
  } as never,
  receiver: { arrivals: [] } as never,
  kill: { attempts: 3, pauseMs: 20, untilTakenOver: async () => 0 },
  takeoverMs: 31_000,
  loadedMs: 10_000,
  rounds: [[calls]],
  exitCodes: [0, 0, 0],
  leaks: [],
}

describe('the figures of the show', () => {
  it('are as promised', () => {
    expect(toFigures(good).filter(({ ok }) => !ok)).toEqual([])
  })

  it.each<[what: string, run: Partial<Run>]>([
    ['lost', { found: { ...good.found, lost: 1 } }],
    ['acted on twice', { found: { ...good.found, doubled: 1 } }],
    ['delivered', { found: { ...good.found, delivered: 9 } }],
    ['duplicates on the wire', { found: { ...good.found, duplicates: 2 } }],
    ['the store afterwards', { found: { ...good.found, problems: ['1 × committed'] } }],
    ['killed worker', { takeoverMs: 61_000 }],
    ['killed worker', { kill: { ...good.kill, attempts: 0 } }],
    ['others meanwhile', { kill: { ...good.kill, pauseMs: 6_000 } }],
    ['rate limit over all processes', { rounds: [[calls.slice(1)]] }],
    ['rate limit over all processes', { rounds: [] }],
    ['logs and metrics', { leaks: ['email'] }],
    ['the other processes', { exitCodes: [0, null, 0] }],
  ])('say that "%s" is not as promised', (what, run) => {
    const broken = toFigures({ ...good, ...run }).filter(({ ok }) => !ok)
    expect(broken.map((figure) => figure.what)).toEqual([what])
  })
})
