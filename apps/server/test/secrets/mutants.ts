import type { SecretCipher } from '../../src/secrets/secret-cipher.ts'

/*
 * Ciphers with faults that the tests of this folder must find. A test shows that its mutant fails where the
 * real cipher does not.
 */

/** Stores plain text, like versions before encryption. */
export const plainCipher = (cipher: SecretCipher): SecretCipher => ({
  ...cipher,
  encrypt: (secret) => ({ secret, keyId: null }),
})

/** Does not tie a ciphertext to its row. */
export function looseCipher(cipher: SecretCipher): SecretCipher {
  const anyRow = { id: '', endpointId: '' }
  return {
    ...cipher,
    encrypt: (secret) => cipher.encrypt(secret, anyRow),
    decrypt: (stored) => cipher.decrypt({ ...stored, ...anyRow }),
  }
}
