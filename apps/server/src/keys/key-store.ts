import { type Database, groupRequests } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import type { Clock } from '../clock.ts'
import { keepFreshByKey } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'
import { whenKnown } from '../when-known.ts'

/** What the guard knows of an API key: never the key. */
export type ApiKeyRecord = {
  id: string
  environment: Environment
}

/** Where keys are looked up. */
export type KeyStore = {
  /** The key with this SHA-256, in hexadecimal; nothing for one that is unknown or revoked. */
  find(sha256: string): ApiKeyRecord | undefined | Promise<ApiKeyRecord | undefined>
  /** Notes that a key was used now. */
  markUsed(id: string): void
  /** Writes down what was noted. */
  flush(): Promise<void>
}

type StoredKey = ApiKeyRecord & { revokesAtMs: number | null }
type KeyRow = {
  id: string
  environment: Environment
  sha256: string
  revokes_at: Date | string | null
}

/** Keys that are kept in memory at most. */
const capacity = 10_000
/** Keys that one statement looks for at most. */
const groupSize = 500

/**
 * The keys of the store. A look into it is spared while no key has changed. Looks go in groups, one at
 * a time, so that a flood of made-up keys takes one connection and leaves the others to real ones.
 */
export function createKeyStore(
  database: Pick<Database, 'query'>,
  { freshness, clock }: { freshness: Freshness; clock: Clock },
): KeyStore {
  const used = new Map<string, number>()
  const load = groupRequests<string, StoredKey | undefined>({
    most: groupSize,
    async send(hashes) {
      const text =
        'select id, environment, sha256, revokes_at from api_keys where sha256 = any($1::text[])'
      const rows = await database.query<KeyRow>(text, [hashes])
      const byHash = new Map(rows.map((row) => [row.sha256, toStoredKey(row)]))
      return hashes.map((sha256) => byHash.get(sha256))
    },
  })
  const find = keepFreshByKey(freshness, { load, capacity })
  const active = (key: StoredKey | undefined) =>
    key && (key.revokesAtMs === null || key.revokesAtMs > clock.wallMs()) ? key : undefined
  return {
    find: (sha256) => whenKnown(find(sha256), active),
    markUsed: (id) => void used.set(id, clock.wallMs()),
    async flush() {
      if (used.size === 0) return
      const entries = [...used]
      used.clear()
      const written = database.query(
        `update api_keys set last_used_at = greatest(last_used_at, to_timestamp(noted.at / 1000))
         from unnest($1::uuid[], $2::float8[]) as noted(id, at) where api_keys.id = noted.id`,
        [entries.map(([id]) => id), entries.map(([, atMs]) => atMs)],
      )
      await written.catch((error: unknown) => {
        // Noted anew, unless the key was used again in the meantime.
        for (const [id, atMs] of entries) if (!used.has(id)) used.set(id, atMs)
        throw error
      })
    },
  }
}

function toStoredKey({ id, environment, revokes_at }: KeyRow): StoredKey {
  const revokesAtMs = revokes_at === null ? null : new Date(revokes_at).getTime()
  return { id, environment, revokesAtMs }
}
