import type { Measured } from './measure-acks.ts'

/** The rounds of one receiver. The first receiver of each store is the reference. */
export type Result = { name: string; store: string; rounds: readonly Measured[] }

/** Prints the medians of each receiver. */
export function printResults(results: readonly Result[]): void {
  console.log('store      receiver    acks/s   × bare       p50       p99')
  for (const { name, store, rounds } of results) {
    const bare = results.find((one) => one.store === store)
    // Of the same turn, so that other work of the machine affects both.
    const ratios = rounds.map(
      ({ perSecond }, turn) => perSecond / (bare?.rounds[turn]?.perSecond ?? Number.NaN),
    )
    const median = (pick: (round: Measured) => number) => medianOf(rounds.map(pick))
    const cells = [
      store.padEnd(11),
      name.padEnd(9),
      median(({ perSecond }) => perSecond)
        .toFixed(0)
        .padStart(9),
      medianOf(ratios).toFixed(2).padStart(9),
      `${median(({ p50Ms }) => p50Ms).toFixed(1)} ms`.padStart(10),
      `${median(({ p99Ms }) => p99Ms).toFixed(1)} ms`.padStart(10),
    ]
    console.log(cells.join(''))
  }
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
