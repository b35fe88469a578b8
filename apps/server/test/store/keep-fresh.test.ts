import { describe, expect, it } from 'vitest'
import { keepFreshByKey } from '../../src/store/keep-fresh.ts'

/** A cache whose freshness the test controls, and a list of its loads. */
function start({ onLoad = (_freshness: { generation: number }) => {} } = {}) {
  const freshness = { generation: 0, isLive: true }
  const loads: string[] = []
  const kept = keepFreshByKey<string>(freshness, 2)
  const read = (key: string) =>
    kept(key, async () => {
      loads.push(key)
      onLoad(freshness)
      return key.startsWith('unknown') ? undefined : `${key} ${loads.length}`
    })
  return { freshness, loads, read }
}

describe('keepFreshByKey', () => {
  it('returns a cached value without a promise', async () => {
    const { read } = start()
    expect(read('a')).toBeInstanceOf(Promise)
    await read('a')
    expect(read('a')).toBe('a 2')
  })

  it('caches nothing while changes are not announced, and drops what it had', async () => {
    const { freshness, read } = start()
    await read('a')
    freshness.isLive = false
    expect([await read('a'), await read('a')]).toEqual(['a 2', 'a 3'])
    freshness.isLive = true
    expect([await read('a'), await read('a')]).toEqual(['a 4', 'a 4'])
  })

  it('does not cache a value that changed while it was read', async () => {
    const { read } = start({
      onLoad(freshness) {
        if (freshness.generation === 0) freshness.generation += 1
      },
    })
    expect([await read('a'), await read('a'), await read('a')]).toEqual(['a 1', 'a 2', 'a 2'])
  })

  it('caches no more than its capacity, and evicts the oldest first', async () => {
    const { loads, read } = start()
    for (const key of ['a', 'b', 'c']) await read(key)
    for (const key of ['b', 'c']) await read(key)
    expect(loads).toEqual(['a', 'b', 'c'])
    await read('a')
    expect(loads).toEqual(['a', 'b', 'c', 'a'])
  })

  it('F16 does not cache unknown keys, so that a flood evicts no real one', async () => {
    const { loads, read } = start()
    await read('real')
    for (let count = 0; count < 10_000; count++) await read(`unknown ${count}`)
    expect(read('real')).toBe('real 1')
    await read('unknown 0')
    expect(loads.filter((key) => key === 'unknown 0')).toHaveLength(2)
  })
})
