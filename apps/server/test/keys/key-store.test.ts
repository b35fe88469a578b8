import { describe, expect, it } from 'vitest'
import { createApiKey, hashApiKey } from '../../src/keys/api-key.ts'
import { createKeyStore } from '../../src/keys/key-store.ts'

const newKey = () => createApiKey('development')
const known = newKey()
const stored = { id: 'a', environment: 'development', sha256: hashApiKey(known), revokesAtMs: null }

const start = () => {
  const asked: string[][] = []
  let underWay = 0
  const query = async <Row>(_text: string, values: readonly unknown[] = []) => {
    expect(++underWay).toBe(1)
    await new Promise(setImmediate)
    underWay -= 1
    const [hashes] = values as [string[]]
    asked.push(hashes)
    return (hashes.includes(stored.sha256) ? [stored] : []) as Row[]
  }
  const clock = { wallMs: () => 0, monotonicMs: () => 0 }
  const freshness = { generation: 0, isLive: false }
  return { asked, keys: createKeyStore({ query }, { freshness, clock }) }
}

describe('createKeyStore', () => {
  it('F16 looks up a flood of unknown keys in groups, one statement at a time', async () => {
    const { asked, keys } = start()
    const flood = Array.from({ length: 1_201 }, () => keys.find(newKey()))
    expect(await Promise.all(flood)).toEqual(flood.map(() => undefined))
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 201])
  })

  it('finds each key of a group by its own hash', async () => {
    const { keys } = start()
    const found = [newKey(), newKey(), known, newKey()].map((key) => keys.find(key))
    const ids = (await Promise.all(found)).map((key) => key?.id ?? null)
    expect(ids).toEqual([null, null, 'a', null])
  })

  it('D-020 does not look up a key with a typing error', async () => {
    const { asked, keys } = start()
    const [last] = known.slice(-1)
    expect(await keys.find(known.slice(0, -1) + (last === '0' ? '1' : '0'))).toBeUndefined()
    expect(asked).toEqual([])
  })
})
