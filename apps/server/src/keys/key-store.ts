import type { Environment } from '@partner-platform/settings'

/** What is kept of an API key: never the key. */
export type ApiKeyRecord = {
  environment: Environment
  /** SHA-256 of the key, in hexadecimal. */
  sha256: string
  state: 'active' | 'revoked'
}

/** Where keys are looked up. */
export type KeyStore = {
  find(sha256: string): ApiKeyRecord | undefined | Promise<ApiKeyRecord | undefined>
  /** Notes that a key was used, at this Unix time in milliseconds. */
  markUsed(sha256: string, atMs: number): void | Promise<void>
}

/** When things happened to a key, in Unix time in milliseconds; `null` where they have not. */
export type KeyHistory = { addedMs: number; lastUsedMs: number | null; revokedMs: number | null }

export interface MemoryKeyStore extends KeyStore {
  find(sha256: string): ApiKeyRecord | undefined
  add(record: ApiKeyRecord): void
  /** From now on the key is refused like an unknown one. */
  revoke(sha256: string): void
  history(sha256: string): KeyHistory | undefined
}

/** Keys in memory: gone when the process ends. */
export function createMemoryKeyStore(
  records: Iterable<ApiKeyRecord> = [],
  wallMs: () => number = Date.now,
): MemoryKeyStore {
  const byHash = new Map<string, { record: ApiKeyRecord; history: KeyHistory }>()
  const store: MemoryKeyStore = {
    find: (sha256) => byHash.get(sha256)?.record,
    add(record) {
      const addedMs = wallMs()
      const revokedMs = record.state === 'revoked' ? addedMs : null
      byHash.set(record.sha256, { record, history: { addedMs, lastUsedMs: null, revokedMs } })
    },
    revoke(sha256) {
      const key = byHash.get(sha256)
      if (!key || key.record.state === 'revoked') return
      key.record = { ...key.record, state: 'revoked' }
      key.history.revokedMs = wallMs()
    },
    markUsed(sha256, atMs) {
      const key = byHash.get(sha256)
      if (key) key.history.lastUsedMs = atMs
    },
    history: (sha256) => byHash.get(sha256)?.history,
  }
  for (const record of records) store.add(record)
  return store
}
