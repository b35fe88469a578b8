import type { PlatformContext } from '../platform-context.ts'
import type { Moment } from './retry-machine.ts'

const chanceBytes = 6

/** Now, and a fresh draw of chance: at least 0, below 1. */
export function toMoment({ clock, random }: Pick<PlatformContext, 'clock' | 'random'>): Moment {
  const drawn = Buffer.from(random(chanceBytes)).readUIntBE(0, chanceBytes)
  return { nowMs: clock.wallMs(), random: drawn / 2 ** (8 * chanceBytes) }
}
