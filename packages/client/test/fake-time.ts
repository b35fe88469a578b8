import type { Time } from '../src/send.ts'

/** A signal that one part of a test waits for and another part gives. */
export class Signal {
  give: () => void = () => {}
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve
  })
}

/** A time limit whose timer waits for `fire`. */
export const heldMs = 12_345

type FakeTimeOptions = {
  nowMs?: number
  /** What `random` gives, one after the other, then 0. */
  dice?: number[]
  /** Delays of the timers that wait for `fire`. */
  held?: number[]
}

/**
 * A clock that jumps: each timer fires at once and advances the clock by its delay. Held timers wait
 * for `fire`.
 */
export class FakeTime implements Time {
  /** Delays of the timers that ran by themselves, in order. */
  readonly delaysMs: number[] = []
  /** Timers that are neither run nor cancelled. */
  readonly pending = new Set<() => void>()
  readonly #held: Map<number, Signal>
  readonly #dice: number[]
  #nowMs: number

  constructor({ nowMs = 1_000_000, dice = [], held = [heldMs] }: FakeTimeOptions = {}) {
    this.#nowMs = nowMs
    this.#dice = dice
    this.#held = new Map(held.map((delayMs) => [delayMs, new Signal()]))
  }

  nowMs(): number {
    return this.#nowMs
  }

  random(): number {
    return this.#dice.shift() ?? 0
  }

  after(delayMs: number, callback: () => void): () => void {
    const run = () => {
      if (!this.pending.delete(run)) return
      this.#nowMs += delayMs
      callback()
    }
    this.pending.add(run)
    const held = this.#held.get(delayMs)
    if (held) {
      held.give()
    } else {
      this.delaysMs.push(delayMs)
      setImmediate(run)
    }
    return () => {
      this.pending.delete(run)
    }
  }

  /** Settles once a timer of that delay has been held. */
  async holds(delayMs: number): Promise<void> {
    await this.#held.get(delayMs)?.given
  }

  /** Lets every held timer run out. */
  fire(): void {
    for (const run of [...this.pending]) run()
  }
}
