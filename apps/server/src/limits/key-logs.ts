/** The call logs of all keys, ordered by last call, so that idle keys come first. */
export class KeyLogs {
  readonly #logs = new Map<string, CallLog>()
  /** Follows the changing map. It has passed the most idle key, and all before it are gone. */
  #walk = this.#logs.entries()
  #idlest: [keyId: string, log: CallLog] | undefined

  get size(): number {
    return this.#logs.size
  }

  get(keyId: string): CallLog | undefined {
    return this.#logs.get(keyId)
  }

  /** Adds a call of a key, which moves to the end of the order. */
  add(keyId: string, timeMs: number): CallLog {
    const log = this.#logs.get(keyId) ?? new CallLog()
    log.add(timeMs)
    this.#logs.delete(keyId)
    this.#logs.set(keyId, log)
    if (!this.#idlest || this.#idlest[0] === keyId) this.#step()
    return log
  }

  /** Forgets at most `most` keys whose last call is at least `ageMs` old, the most idle first. */
  forgetIdle(ageMs: number, { nowMs, most }: { nowMs: number; most: number }): void {
    for (let count = 0; count < most && this.#idlest; count++) {
      const [keyId, log] = this.#idlest
      if ((log.newestMs ?? 0) + ageMs > nowMs) return
      this.#logs.delete(keyId)
      this.#step()
    }
  }

  #step(): void {
    // An iterator that has reached the end stays there.
    if (this.#idlest === undefined) this.#walk = this.#logs.entries()
    this.#idlest = this.#walk.next().value
  }
}

/**
 * The times of one key's counted calls, oldest first. Adding and forgetting take constant amortized time.
 * Memory is at most two numbers per counted call.
 */
export class CallLog {
  readonly #timesMs: number[] = []
  #first = 0

  get size(): number {
    return this.#timesMs.length - this.#first
  }

  /** `undefined` if the log is empty. */
  get oldestMs(): number | undefined {
    return this.#timesMs[this.#first]
  }

  get newestMs(): number | undefined {
    return this.size === 0 ? undefined : this.#timesMs.at(-1)
  }

  /** Adds a call that is not earlier than any other. */
  add(timeMs: number): void {
    this.#timesMs.push(timeMs)
  }

  /** Forgets calls that are at least `ageMs` old. */
  forgetOlder(ageMs: number, nowMs: number): void {
    this.#first = this.#firstYounger(ageMs, nowMs)
    // Compacting only when at least half is stale keeps the cost per call constant.
    if (this.#first === 0 || this.#first * 2 < this.#timesMs.length) return
    this.#timesMs.copyWithin(0, this.#first)
    this.#timesMs.length -= this.#first
    this.#first = 0
  }

  #firstYounger(ageMs: number, nowMs: number): number {
    const isYounger = (index: number) => (this.#timesMs[index] as number) + ageMs > nowMs
    let from = this.#first
    let to = this.#timesMs.length
    if (from === to || isYounger(from)) return from
    while (from < to) {
      const middle = (from + to) >>> 1
      if (isYounger(middle)) to = middle
      else from = middle + 1
    }
    return from
  }
}
