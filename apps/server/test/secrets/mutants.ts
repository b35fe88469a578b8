import type { SecretCipher } from '../../src/secrets/secret-cipher.ts'

/*
 * Ciphers with the faults that the tests of this folder are there to find. Each test that names one
 * shows that it fails where the real cipher does not.
 */

/** Stores secrets as they are, as versions before encryption did. */
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
