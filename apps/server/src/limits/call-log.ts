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
