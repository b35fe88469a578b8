import { environments } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { hashApiKey, isApiKey } from '../../src/keys/api-key.ts'

describe('createApiKey', () => {
  it.each(environments)('D-020 makes a key of %s whose checksum holds', (environment) => {
    const key = createApiKey(environment)
    expect(key).toMatch(/^ppk_(dev|stg|prd)_[0-9A-Za-z]{36}$/)
    expect(isApiKey(key)).toBe(true)
    expect(createApiKey(environment)).not.toBe(key)
  })

  it('D-020 derives its characters only from the random bytes', () => {
    const random = (byteCount: number) => new Uint8Array(byteCount).fill(10)
    expect(createApiKey('development', random)).toEqual(createApiKey('development', random))
    expect(createApiKey('development', random)).toMatch(/^ppk_dev_A{30}/)
  })

  it('D-020 skips bytes that would make some characters likelier', () => {
    let next = 240
    const random = (byteCount: number) => Uint8Array.from({ length: byteCount }, () => next++ % 256)
    const key = createApiKey('development', random)
    // 240 to 247 are the last eight digits; 248 to 255 are skipped; then the digits start over.
    expect(key.slice(8, 26)).toBe('stuvwxyz0123456789')
  })
})

describe('hashApiKey', () => {
  it('D-020 is the SHA-256 of the key', () => {
    // The first example of FIPS 180-4.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(hashApiKey('abc')).toBe(abc)
  })
})

describe('isApiKey', () => {
  it('D-020 detects any single changed character', () => {
    const key = createApiKey('production')
    for (let at = 0; at < key.length; at++) {
      const changed = key[at] === 'A' ? 'B' : 'A'
      expect(isApiKey(key.slice(0, at) + changed + key.slice(at + 1)), `at ${at}`).toBe(false)
    }
  })

  it('D-020 rejects a key with a trailing line break', () => {
    expect(isApiKey(`${createApiKey('staging')}\n`)).toBe(false)
  })
})
