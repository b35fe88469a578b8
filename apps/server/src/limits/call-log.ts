/**
 * Times of the counted calls of one key, oldest first. Adding and forgetting take constant time on
 * average; memory is at most two numbers per counted call.
 */
export class CallLog {
  readonly #timesMs: number[] = []
  #first = 0

  get size(): number {
    return this.#timesMs.length - this.#first
  }

  /** `undefined` when the log is empty. */
  get oldestMs(): number | undefined {
    return this.#timesMs[this.#first]
  }

  get newestMs(): number | undefined {
    return this.size === 0 ? undefined : this.#timesMs.at(-1)
  }

  /** Notes a call that is not before any other. */
  add(timeMs: number): void {
    this.#timesMs.push(timeMs)
  }

  /** Forgets every call that is `ageMs` old or older. */
  forgetOlder(ageMs: number, nowMs: number): void {
    this.#first = this.#firstYounger(ageMs, nowMs)
    // Moving what is left only when at least as much has gone keeps the cost per call constant.
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
