import { type Database, groupRequests } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import type { Clock } from '../clock.ts'
import { keepFreshByKey } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'

/** Where keys are looked up. */
export type KeyStore = {
  /** The key with this SHA-256, in hexadecimal; nothing for one that is unknown or revoked. */
  find(sha256: string): Promise<{ id: string; environment: Environment } | undefined>
  /** Notes that a key was used now. */
  markUsed(id: string): void
  /** Writes down what was noted. */
  flush(): Promise<void>
}

type KeyRow = {
  id: string
  environment: Environment
  sha256: string
  revokes_at: Date | string | null
}
type StoredKey = Pick<KeyRow, 'id' | 'environment'> & { revokesAtMs: number | null }

/** Keys that are kept in memory at most. */
const capacity = 10_000
/** Keys that one statement looks for at most. */
const groupSize = 500

/**
 * The keys of the store, kept in memory while none has changed. Lookups go in groups, one at a time, so
 * that a flood of made-up keys takes one connection and leaves the others to real keys.
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
  const findStored = keepFreshByKey(freshness, { load, capacity })
  return {
    async find(sha256) {
      const key = await findStored(sha256)
      return key && (key.revokesAtMs ?? Infinity) > clock.wallMs() ? key : undefined
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
          // Noted anew, unless the key was used again in the meantime.
          for (const [id, atMs] of noted) if (!used.has(id)) used.set(id, atMs)
          throw error
        })
    },
  }
}

function toStoredKey({ id, environment, revokes_at }: KeyRow): StoredKey {
  const revokesAtMs = revokes_at === null ? null : new Date(revokes_at).getTime()
  return { id, environment, revokesAtMs }
}
