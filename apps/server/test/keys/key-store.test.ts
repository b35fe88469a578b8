import { describe, expect, it } from 'vitest'
import { createKeyStore } from '../../src/keys/key-store.ts'

const known = { id: 'a', environment: 'development', sha256: 'known', revokesAtMs: null }

const start = () => {
  const asked: string[][] = []
  let underWay = 0
  const query = async <Row>(_text: string, values: readonly unknown[] = []) => {
    expect(++underWay).toBe(1)
    await new Promise(setImmediate)
    underWay -= 1
    const [hashes] = values as [string[]]
    asked.push(hashes)
    return (hashes.includes('known') ? [known] : []) as Row[]
  }
  const clock = { wallMs: () => 0, monotonicMs: () => 0 }
  const freshness = { generation: 0, isLive: false }
  return { asked, keys: createKeyStore({ query }, { freshness, clock }) }
}

describe('createKeyStore', () => {
  it('F16 looks up a flood of unknown keys in groups, one statement at a time', async () => {
    const { asked, keys } = start()
    const flood = Array.from({ length: 1_201 }, (_, index) => keys.find(`unknown ${index}`))
    expect(await Promise.all(flood)).toEqual(flood.map(() => undefined))
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 201])
  })

  it('finds each key of a group by its own hash', async () => {
    const { keys } = start()
    const found = ['unknown', 'other', 'known', 'unknown'].map((sha256) => keys.find(sha256))
    const ids = (await Promise.all(found)).map((key) => key?.id ?? null)
    expect(ids).toEqual([null, null, 'a', null])
  })
})
