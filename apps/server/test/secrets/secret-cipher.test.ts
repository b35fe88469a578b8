import { randomUUID } from 'node:crypto'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { createSecretCipher, createSecretsKey } from '../../src/secrets/secret-cipher.ts'

const [oldKey, newKey] = [createSecretsKey(), createSecretsKey()]
const cipher = createSecretCipher([newKey, oldKey])
const row = { id: randomUUID(), endpointId: randomUUID() }
const secret = createSecret()

/** Flips one bit of a base64 text. */
function flip(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('a secret that is encrypted', () => {
  const stored = { ...row, ...cipher.encrypt(secret, row) }

  it('decrypts to itself, and is not visible', () => {
    expect(cipher.decrypt(stored)).toBe(secret)
    expect(Buffer.from(stored.secret, 'base64').toString('latin1')).not.toContain(secret)
  })

  it('looks different each time', () => {
    const again = Array.from({ length: 50 }, () => cipher.encrypt(secret, row).secret)
    expect(new Set([stored.secret, ...again]).size).toBe(51)
  })

  it('is encrypted with the first key, and each key decrypts', () => {
    expect(stored.keyId).toBe(cipher.keyIds[0])
    const old = { ...row, ...createSecretCipher([oldKey]).encrypt(secret, row) }
    expect(old.keyId).toBe(cipher.keyIds[1])
    expect(cipher.decrypt(old)).toBe(secret)
  })

  it('does not decrypt without its key', () => {
    expect(createSecretCipher([oldKey]).decrypt(stored)).toBeNull()
    const posing = { ...stored, keyId: cipher.keyIds[1] ?? '' }
    expect(cipher.decrypt(posing)).toBeNull()
  })

  it.each([0, 12, -16, -1])('does not decrypt with byte %i changed', (at) => {
    const { length } = Buffer.from(stored.secret, 'base64')
    const changed = { ...stored, secret: flip(stored.secret, at < 0 ? length + at : at) }
    expect(cipher.decrypt(changed)).toBeNull()
  })

  it.each(['', 'canary', 'A'.repeat(36)])('does not decrypt if replaced with %j', (text) => {
    expect(cipher.decrypt({ ...stored, secret: text })).toBeNull()
  })

  const elsewhere = [{ id: randomUUID() }, { endpointId: randomUUID() }]
  it.each(elsewhere)('does not decrypt in the row of %j', (change) => {
    expect(cipher.decrypt({ ...stored, ...change })).toBeNull()
  })
})

it('plain text of an older version is read unchanged', () => {
  expect(cipher.decrypt({ ...row, secret, keyId: null })).toBe(secret)
})

it.each([[[]], [['']], [['canary']], [[newKey, 'canary']], [[`${newKey}A`]], [[` ${newKey}`]]])(
  'F20 rejects the keys %j without quoting them',
  (keys) => {
    const make = () => createSecretCipher(keys)
    expect(make).toThrow(/^Secrets keys must be 32 bytes in base64, not /)
    expect(make).not.toThrow('canary')
  },
)
