import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyIdLength = 16
/** Exactly `keyBytes` bytes in base64 or base64url. */
const keyForm = /^[\w+/-]{43}=?$/

/** A signing secret as stored in its row. Older versions stored plain text, without a key id. */
export type StoredSecret = { id: string; endpointId: string; secret: string; keyId: string | null }

/** Thrown if no key decrypts a signing secret, or if a key file cannot be used. */
export class SecretsKeyError extends Error {
  override name = 'SecretsKeyError'
}

/** Encrypts signing secrets for the store, and decrypts them. */
export type SecretCipher = {
  /** The key that encrypts comes first. */
  readonly keyIds: readonly string[]
  /** The columns to store for the secret. */
  encrypt(
    secret: string,
    row: Pick<StoredSecret, 'id' | 'endpointId'>,
  ): Pick<StoredSecret, 'secret' | 'keyId'>
  /** `null` if no key fits, or if the ciphertext was changed or comes from another row. */
  decrypt(stored: StoredSecret): string | null
}

export const isSecretsKey = (text: string): boolean => keyForm.test(text)

/** A new key for `createSecretCipher`. */
export const createSecretsKey = (): string => randomBytes(keyBytes).toString('base64')

/** The first key encrypts, all of them decrypt. Throws a `TypeError` unless each is 32 bytes in base64. */
export function createSecretCipher(keys: readonly string[]): SecretCipher {
  const byId = new Map(keys.map((text) => toEntry(text)))
  const [newest] = byId
  if (!newest) throw wrongKeys('none')
  const [newestId, newestKey] = newest
  return {
    keyIds: [...byId.keys()],
    encrypt(secret, row) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, newestKey, nonce).setAAD(toComparableId(row))
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return { secret: Buffer.concat(parts).toString('base64'), keyId: newestId }
    },
    decrypt(stored) {
      if (stored.keyId === null) return stored.secret
      const key = byId.get(stored.keyId)
      if (!key) return null
      const bytes = Buffer.from(stored.secret, 'base64')
      const nonce = bytes.subarray(0, nonceBytes)
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        decipher.setAAD(toComparableId(stored)).setAuthTag(bytes.subarray(-tagBytes))
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8')
        return text + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** A ciphertext copied to another row or endpoint does not decrypt there. */
const toComparableId = ({ id, endpointId }: Pick<StoredSecret, 'id' | 'endpointId'>) =>
  Buffer.from(`endpoint_secrets/${endpointId}/${id}`)

function toEntry(text: string): [string, Buffer] {
  if (!isSecretsKey(text)) throw wrongKeys(`text of ${text.length} characters`)
  const key = Buffer.from(text, 'base64')
  // Identifies the key that a row needs without revealing it.
  const id = createHmac('sha256', key).update('key id').digest('hex').slice(0, keyIdLength)
  return [id, key]
}

const wrongKeys = (received: string) =>
  new TypeError(
    `Secrets keys must be ${keyBytes} bytes in base64, not ${received}. Create one with: openssl rand -base64 ${keyBytes}`,
  )
