import type { DriftSample } from './run-drift.ts'

/** Most growth of a figure, as a ratio, from the time when deletion has begun to the end. */
const growthLimit = 1.2

/**
 * Finds figures that grow without end. Judges from the middle of the run on, by the median of several
 * segments, because a checkpoint may disturb one.
 */
export function judgeDrift(
  samples: readonly DriftSample[],
  figures: readonly Exclude<keyof DriftSample, 'events'>[],
): string[] {
  const share = Math.max(1, Math.floor(samples.length / 10))
  const middle = Math.floor(samples.length / 2)
  return figures.flatMap((figure) => {
    const at = (from: number) => median(samples.slice(from, from + share).map((one) => one[figure]))
    // The cost of an event is compared with the start; the stores start empty, and level off by the middle.
    const before = figure === 'eventMs' ? at(0) : at(middle)
    const after = at(samples.length - share)
    return after <= growthLimit * before
      ? []
      : [`${figure} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`]
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
