import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { compare, grow } from '../src/bench.ts'
import { temporaryFolder } from '../src/index.ts'

/** What a bench recorded. */
async function record(bench: () => Promise<void>) {
  const file = join(temporaryFolder({}), 'tables.jsonl')
  vi.stubEnv('BENCH_RECORD', file)
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  await bench()
  vi.unstubAllEnvs()
  printed.mockRestore()
  return JSON.parse(readFileSync(file, 'utf8'))
}

const heading = { id: 'id', title: 'Title', settings: 'Settings.' }

/** A contestant whose rounds give these figures. */
const giving = (name: string, ...values: number[]) => ({
  name,
  measure: () => ({ ms: values.shift() ?? Number.NaN }),
})

describe('compare', () => {
  it('takes medians of the rounds and of their ratios, without the round that warms up', async () => {
    const contestants = [giving('rival', 900, 1, 2, 4), giving('ours', 1, 3, 2, 20)]
    const { rows } = await record(() => compare({ ...heading, contestants, rounds: 3 }))
    expect(rows).toEqual([
      { name: 'rival', medians: { ms: 2 }, ratios: { ms: 1 } },
      { name: 'ours', medians: { ms: 3 }, ratios: { ms: 3 } },
    ])
  })

  it('measures in turns', async () => {
    const order: string[] = []
    const contestants = ['a', 'b'].map((name) => ({
      name,
      measure: () => ({ ms: order.push(name) }),
    }))
    await record(() => compare({ ...heading, contestants, rounds: 1 }))
    expect(order.join('')).toBe('abab')
  })
})

describe('grow', () => {
  it('measures each size once', async () => {
    const measure = (size: number) => ({ ms: size * 2 })
    const { points } = await record(() =>
      grow({ ...heading, size: 'rows', sizes: [1, 10], measure }),
    )
    expect(points).toEqual([
      { size: 1, figures: { ms: 2 } },
      { size: 10, figures: { ms: 20 } },
    ])
  })
})
