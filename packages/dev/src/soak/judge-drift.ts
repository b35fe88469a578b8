import type { DriftSample } from './run-drift.ts'

/** How much more may be held, or cost, at the end than when all that is forgotten had begun to be. */
const growthLimit = 1.2

/**
 * What grows without an end. Judged from the half of the run on, and at the median of some segments, as one
 * may have met a checkpoint.
 */
export function judgeDrift(
  samples: readonly DriftSample[],
  figures: readonly Exclude<keyof DriftSample, 'events'>[],
): string[] {
  const share = Math.max(1, Math.floor(samples.length / 10))
  const middle = Math.floor(samples.length / 2)
  return figures.flatMap((figure) => {
    const at = (from: number) => median(samples.slice(from, from + share).map((one) => one[figure]))
    // An event costs as much as at the start; what is held starts at nothing and has levelled off by half.
    const before = figure === 'eventMs' ? at(0) : at(middle)
    const after = at(samples.length - share)
    return after <= growthLimit * before
      ? []
      : [`${figure} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`]
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
