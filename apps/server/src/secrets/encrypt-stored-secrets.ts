import type { Database } from '@partner-platform/database'
import { type SecretCipher, SecretsKeyError, type StoredSecret } from './secret-cipher.ts'

/** Rows per read. */
const batchSize = 500

type Query = Pick<Database, 'query'>

export async function hasEncryptedSecrets({ query }: Query): Promise<boolean> {
  const text = 'select 1 from endpoint_secrets where key_id is not null limit 1'
  return (await query(text)).length > 0
}

/**
 * Encrypts every stored secret with the first key: plain text from older versions, and secrets that an
 * older key encrypted. Passes endpoints with a secret that no key decrypts to `onLost`; without `onLost`,
 * throws a `SecretsKeyError`. If a key is missing, it throws before any row changes.
 */
export async function encryptStoredSecrets(
  { query, kind }: Query & Pick<Database, 'kind'>,
  cipher: SecretCipher,
  onLost?: (endpointIds: readonly string[]) => void,
): Promise<void> {
  const lost = new Set(await findEndpointsOfOtherKeys({ query }, cipher))
  if (lost.size > 0 && !onLost) throw lostError(lost.size)
  let hadPlainText = false
  for await (const stored of readOutdated({ query }, cipher)) {
    const { id, secret: before } = stored
    const text = cipher.decrypt(stored)
    if (text === null) {
      lost.add(stored.endpointId)
      continue
    }
    const { secret, keyId } = cipher.encrypt(text, stored)
    // One row at a time, and only if it has not changed: another process or a rotation may be faster.
    await query(update, [id, before, secret, keyId])
    hadPlainText ||= stored.keyId === null
  }
  if (hadPlainText) for (const one of kind === 'embedded' ? wipeFolder : wipeTable) await query(one)
  if (lost.size === 0) return
  if (!onLost) throw lostError(lost.size)
  onLost([...lost])
}

const update = `update endpoint_secrets set secret = $3, key_id = $4 where id = $1 and secret = $2`

/** An update leaves the old row in the table's file, and a plain vacuum may leave it too. */
const wipeTable = ['vacuum full endpoint_secrets']
/** The log of an embedded store has the old rows too: starts a new one, and deletes the old files. */
const wipeFolder = [
  ...wipeTable,
  'set wal_recycle = off',
  'select pg_switch_wal()',
  'checkpoint',
  'reset wal_recycle',
]

async function findEndpointsOfOtherKeys({ query }: Query, { keyIds }: SecretCipher) {
  const text = `select distinct endpoint_id as id from endpoint_secrets
    where key_id is not null and key_id <> all($1::text[])`
  return (await query<{ id: string }>(text, [keyIds])).map(({ id }) => id)
}

/** Rows that are plain text, or that one of the keys other than the first encrypted. */
async function* readOutdated({ query }: Query, { keyIds }: SecretCipher) {
  const text = `select id, endpoint_id as "endpointId", secret, key_id as "keyId" from endpoint_secrets
    where (key_id is null or key_id = any($1::text[])) and id > $2 order by id limit ${batchSize}`
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await query<StoredSecret>(text, [keyIds.slice(1), after])
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

const lostError = (count: number) =>
  new SecretsKeyError(
    `The signing secrets of ${count} endpoints cannot be decrypted: expected the key that encrypted them, received another. Add that key, or set SERVER_SECRETS_LOST=on and rotate the secrets.`,
  )
