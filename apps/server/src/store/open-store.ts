import { fileURLToPath } from 'node:url'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type StoreLocation,
} from '@partner-platform/database'
import { encryptStoredSecrets, hasEncryptedSecrets } from '../secrets/encrypt-stored-secrets.ts'
import { readKeyFile } from '../secrets/key-file.ts'
import {
  createSecretCipher,
  createSecretsKey,
  type SecretCipher,
} from '../secrets/secret-cipher.ts'

/** The queue of delivery attempts, probes, and jobs that move many deliveries. */
export const deliverQueue = 'deliver'

/** How long a worker may take for one attempt and its record before it loses the job. */
export const defaultLeaseSeconds = 30

const yearSeconds = 31_536_000

/** The store of the platform, with the cipher for its signing secrets. */
export type ServerDatabase = Database & { secretCipher: SecretCipher }

export type StoreOptions = Pick<DatabaseOptions, 'location' | 'backend' | 'onError'> & {
  /** Must be the same for all processes on one store. @default 30 */
  leaseSeconds?: number
  /**
   * Keys of 32 bytes in base64 for the signing secrets: the first encrypts, all decrypt. Required for Postgres.
   * @default for a folder, the key in the file beside it, created if missing; in memory, a random key
   */
  secretsKeys?: readonly string[]
  /**
   * Called with the ids of endpoints whose secrets no key decrypts: rotate these secrets.
   * @default `openStore` rejects with a `SecretsKeyError`
   */
  onLostSecrets?: ((endpointIds: readonly string[]) => void) | undefined
}

/** Opens the store of the platform with its tables and its queue, and encrypts its secrets with the first key. */
export async function openStore({
  leaseSeconds = defaultLeaseSeconds,
  secretsKeys,
  onLostSecrets,
  ...options
}: StoreOptions): Promise<ServerDatabase> {
  const { location } = options
  const isKeyNeeded = location.kind === 'postgres'
  const given = secretsKeys || isKeyNeeded ? createSecretCipher(secretsKeys ?? []) : undefined
  const database = await openDatabase({
    ...options,
    migrationsFolder: fileURLToPath(new URL('../../migrations', import.meta.url)),
    queues: [
      {
        name: deliverQueue,
        expireInSeconds: leaseSeconds,
        // Retries here mean that a worker died, which says nothing about the endpoint.
        retryLimit: 10_000,
        retryDelay: 0,
        retentionSeconds: yearSeconds,
        deleteAfterSeconds: 60,
      },
    ],
  })
  try {
    const mayMake = async () =>
      onLostSecrets !== undefined || !(await hasEncryptedSecrets(database))
    const secretCipher = given ?? createSecretCipher([await readOwnKey(location, mayMake)])
    await encryptStoredSecrets(database, secretCipher, onLostSecrets)
    return { ...database, secretCipher }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The key of an embedded store. Lock the data folder before calling this. */
const readOwnKey = async (location: StoreLocation, mayMake: () => Promise<boolean>) =>
  location.kind === 'embedded' && location.folder !== null
    ? readKeyFile(location.folder, mayMake)
    : createSecretsKey()
