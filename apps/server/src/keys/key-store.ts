import { type Database, groupRequests } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import type { Clock } from '../clock.ts'
import { keepFreshByKey } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'
import { hashApiKey, isApiKey } from './api-key.ts'

export type KeyStore = {
  /** The record of a key; `undefined` if it is malformed, unknown or revoked. */
  find(key: string): Promise<{ id: string; environment: Environment } | undefined>
  /** Records in memory that a key was used now. */
  markUsed(id: string): void
  /** Stores the recorded uses. */
  flush(): Promise<void>
}

type StoredKey = { id: string; environment: Environment; revokesAtMs: number | null }

/** Most keys in memory. */
const capacity = 10_000
/** Most keys in one statement. */
const groupSize = 500

/**
 * The keys of the store, cached until one changes. Lookups run in groups, one at a time, so that a flood
 * of made-up keys occupies only one connection.
 */
export function createKeyStore(
  database: Pick<Database, 'query'>,
  { freshness, clock }: { freshness: Freshness; clock: Clock },
): KeyStore {
  const used = new Map<string, number>()
  const load = groupRequests<string, StoredKey | undefined>({
    most: groupSize,
    async send(take) {
      const hashes = take()
      const text = `select id, environment, sha256,
        (extract(epoch from revokes_at) * 1000)::float8 as "revokesAtMs"
        from api_keys where sha256 = any($1::text[])`
      const rows = await database.query<StoredKey & { sha256: string }>(text, [hashes])
      const byHash = new Map(rows.map((row) => [row.sha256, row]))
      return hashes.map((sha256) => byHash.get(sha256))
    },
  })
  const read = keepFreshByKey<StoredKey>(freshness, capacity)
  return {
    async find(key) {
      const sha256 = hashApiKey(key)
      // A typing error costs no lookup.
      const stored = await read(sha256, async () => (isApiKey(key) ? load(sha256) : undefined))
      return stored && (stored.revokesAtMs ?? Infinity) > clock.wallMs() ? stored : undefined
    },
    markUsed: (id) => void used.set(id, clock.wallMs()),
    async flush() {
      if (used.size === 0) return
      const noted = new Map(used)
      used.clear()
      const text = `update api_keys set last_used_at = greatest(last_used_at, to_timestamp(noted.at / 1000))
        from unnest($1::uuid[], $2::float8[]) as noted(id, at) where api_keys.id = noted.id`
      await database
        .query(text, [[...noted.keys()], [...noted.values()]])
        .catch((error: unknown) => {
          // Record them again, unless the key was used in the meantime.
          for (const [id, atMs] of noted) if (!used.has(id)) used.set(id, atMs)
          throw error
        })
    },
  }
}
