import type { Database } from '@partner-platform/database'
import { isContended } from '../error-code.ts'
import { type SecretCipher, SecretsKeyError, type StoredSecret } from './secret-cipher.ts'

type Store = Pick<Database, 'query' | 'kind'>

export async function hasEncryptedSecrets({ query }: Store): Promise<boolean> {
  const text = 'select 1 from endpoint_secrets where key_id is not null limit 1'
  return (await query(text)).length > 0
}

/**
 * Encrypts every stored secret with the first key, including plain text from older versions. Passes the
 * endpoints whose secrets no key decrypts to `onLost`. Without `onLost`, throws a `SecretsKeyError` before
 * any row changes.
 */
export async function encryptStoredSecrets(
  { query, kind }: Store,
  cipher: SecretCipher,
  onLost?: (endpointIds: readonly string[]) => void,
): Promise<void> {
  const outdated = await query<StoredSecret>(
    `select id, endpoint_id as "endpointId", secret, key_id as "keyId" from endpoint_secrets
      where key_id is distinct from $1 order by id`,
    [cipher.keyIds[0]],
  )
  const found = outdated.map((stored) => ({ stored, text: cipher.decrypt(stored) }))
  const lost = new Set(
    found.flatMap(({ stored, text }) => (text === null ? stored.endpointId : [])),
  )
  if (lost.size > 0 && !onLost) throw lostError(lost.size)
  for (const { stored, text } of found) {
    if (text === null) continue
    const { secret, keyId } = cipher.encrypt(text, stored)
    // One row at a time, and only if it is unchanged: another process or a rotation may be faster.
    await query(update, [stored.id, stored.secret, secret, keyId])
  }
  await removePlainText({ query, kind })
  if (lost.size > 0) onLost?.([...lost])
}

const update = `update endpoint_secrets
  set secret = $3, key_id = $4, plain_in_files = plain_in_files or key_id is null
  where id = $1 and secret = $2`

/** Removes plain text from the files of the store, even if an earlier start was interrupted before it did. */
async function removePlainText({ query, kind }: Store): Promise<void> {
  const left = await query('select 1 from endpoint_secrets where plain_in_files limit 1')
  if (left.length === 0) return
  try {
    for (const one of kind === 'embedded' ? wipeFolder : wipeTable) await query(one)
  } catch (cause) {
    throw isContended(cause) ? usedError(cause) : cause
  }
  await query('update endpoint_secrets set plain_in_files = false where plain_in_files')
}

const usedError = (cause: unknown) =>
  new SecretsKeyError(
    'Cannot remove plain-text secrets from the files of the table endpoint_secrets while other sessions use it. End these sessions, then start again.',
    { cause },
  )

/** An update leaves the old row in the table's file, and a plain vacuum may leave it too. */
const wipeTable = ['vacuum full endpoint_secrets']
/** The log of an embedded store also has the old rows: starts a new log and deletes the old files. */
const wipeFolder = [
  ...wipeTable,
  'set wal_recycle = off',
  'select pg_switch_wal()',
  'checkpoint',
  'reset wal_recycle',
]

const lostError = (count: number) =>
  new SecretsKeyError(
    `Cannot decrypt the signing secrets of ${count} endpoint(s) with the given keys. Add the key that encrypted them, or set SERVER_SECRETS_LOST=on and rotate the secrets.`,
  )
