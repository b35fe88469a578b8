import { CallLog } from './call-log.ts'

type Entry = { keyId: string; log: CallLog; older: Entry | null; newer: Entry | null }

/** The call logs of all keys, ordered by last call, so that idle keys come first. */
export class KeyLogs {
  readonly #entries = new Map<string, Entry>()
  #idlest: Entry | null = null
  #busiest: Entry | null = null

  get size(): number {
    return this.#entries.size
  }

  get(keyId: string): CallLog | undefined {
    return this.#entries.get(keyId)?.log
  }

  /** Adds a call of a key, which moves to the end of the order. */
  add(keyId: string, timeMs: number): CallLog {
    let entry = this.#entries.get(keyId)
    if (entry) this.#unlink(entry)
    else {
      entry = { keyId, log: new CallLog(), older: null, newer: null }
      this.#entries.set(keyId, entry)
    }
    this.#append(entry)
    entry.log.add(timeMs)
    return entry.log
  }

  /** Forgets at most `most` keys whose last call is at least `ageMs` old, the most idle first. */
  forgetIdle(ageMs: number, { nowMs, most }: { nowMs: number; most: number }): void {
    for (let count = 0; count < most; count++) {
      const entry = this.#idlest
      if (!entry || (entry.log.newestMs ?? 0) + ageMs > nowMs) return
      this.#unlink(entry)
      this.#entries.delete(entry.keyId)
    }
  }

  #append(entry: Entry): void {
    entry.older = this.#busiest
    if (this.#busiest) this.#busiest.newer = entry
    else this.#idlest = entry
    this.#busiest = entry
  }

  #unlink(entry: Entry): void {
    if (entry.older) entry.older.newer = entry.newer
    else this.#idlest = entry.newer
    if (entry.newer) entry.newer.older = entry.older
    else this.#busiest = entry.older
    entry.older = null
    entry.newer = null
  }
}
