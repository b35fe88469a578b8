import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import type { BenchRun } from '@partner-platform/harness/bench'
import { describe, expect, it } from 'vitest'
import { readPerformancePage } from '../src/pages/performance-page.ts'

/** A run in which our own work takes so many times as long as the rival's. */
const run = (ratio: number): BenchRun => ({
  at: `2026-01-0${ratio}T10:00:00.000Z`,
  revision: 'abcdef12',
  machine: '2 × CPU',
  node: 'v26',
  tables: [
    {
      id: 'verify',
      title: 'Verify',
      settings: '2 kB.',
      goals: [
        { row: 'ours', figure: 'µs', atMost: 2 },
        { row: 'ours', figure: 'µs', rival: null, atMost: 40 },
        { row: 'ours', figure: 'µs', rival: 'ours', atLeast: 1 },
      ],
      rows: [
        { name: 'rival', medians: { µs: 10 }, ratios: { µs: 1 } },
        { name: 'ours', medians: { µs: 10 * ratio }, ratios: { µs: ratio } },
      ],
    },
    {
      id: 'grow',
      title: 'More rows',
      settings: 'Rows.',
      size: 'rows',
      points: [10, 1_000].map((size) => ({ size, figures: { ms: size / ratio } })),
    },
  ],
})

const read = (...runs: BenchRun[]) =>
  readPerformancePage(
    join(temporaryFolder({ 'benchmarks.json': JSON.stringify({ runs }) }), 'benchmarks.json'),
  )[0]?.body ?? ''

describe('the page on performance', () => {
  it('calls a goal reached only if every run reaches it', () => {
    const body = read(run(2), run(3))
    expect(body).toContain('| Verify: ours | at most 2 × rival (µs) | 2, 3 | no |')
    expect(body).toContain('| Verify: ours | at most 40 (µs) | 20, 30 | yes |')
    expect(body).toContain('| Verify: ours | at least 1 × ours (µs) | 1, 1 | yes |')
  })

  it('shows the medians of the newest run and the ratios of all', () => {
    expect(read(run(2), run(3))).toContain('| ours | 30 | 2, 3 |')
  })

  it('shows a dash for what an older run did not measure', () => {
    const older = run(2)
    for (const table of older.tables) if ('rows' in table) table.rows.pop()
    expect(read(older, run(3))).toContain('| at most 2 × rival (µs) | –, 3 | no |')
  })

  it('draws growth with one line per run', () => {
    const body = read(run(2), run(3))
    expect(body.match(/<polyline /g)).toHaveLength(2)
    expect(body).toContain('<title>More rows: ms by rows, 2 runs</title>')
    expect(body).not.toContain('NaN')
  })

  it('does not exist before the first run', () => {
    expect(readPerformancePage(join(temporaryFolder({}), 'benchmarks.json'))).toEqual([])
  })
})
