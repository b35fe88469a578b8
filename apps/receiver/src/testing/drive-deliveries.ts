import type { Courier } from './create-courier.ts'
import type { Letter } from './create-letter.ts'
import type { Journal } from './journal.ts'

export type DrivingOptions = {
  /** Deliveries that are under way at once. */
  laneCount: number
  courier: Pick<Courier, 'deliver'>
  journal: Journal
  /** Where the next one goes; waits while there is nobody. */
  target(): Promise<string>
  nextLetter(): Letter
  /** Waits between two deliveries of a lane. @default not at all */
  pause?: () => Promise<unknown>
}

export type Driving = {
  /** Sends nothing more; resolves when every answer is there or given up. */
  stop(): Promise<void>
}

/** Delivers letter after letter, and notes in the journal what it was told. */
export function driveDeliveries(options: DrivingOptions): Driving {
  const { laneCount, courier, journal, target, nextLetter, pause } = options
  let isStopping = false
  const runLane = async () => {
    while (!isStopping) {
      const url = await target()
      if (isStopping) return
      const letter = nextLetter()
      const entry = journal.sent(letter)
      journal.ended(entry, await courier.deliver(url, letter))
      await pause?.()
    }
  }
  const lanes = Array.from({ length: laneCount }, runLane)
  return {
    async stop() {
      isStopping = true
      await Promise.all(lanes)
    },
  }
}
