import type { Round } from './measure-round.ts'

/** The rounds of one server; the first of a list is what the others are compared with. */
export type Result = { name: string; rounds: readonly Round[] }

const columns = [
  'server',
  'requests/s',
  '× bare (least–most)',
  'CPU per request',
  'CPU of one core',
] as const
const widths = [27, 12, 24, 18, 18]

/** Prints the medians of each server, and how much of the machine something else used. */
export function printResults(results: readonly Result[]): void {
  const [bare] = results
  printRow(columns)
  for (const { name, rounds } of results) {
    const median = (pick: (round: Round) => number) => medianOf(rounds.map(pick))
    // Of the same turn, so that what else the machine did then weighs on both.
    const ratios = rounds.map(
      ({ perSecond }, turn) => perSecond / (bare?.rounds[turn]?.perSecond ?? 0),
    )
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
    printRow([
      name,
      median((round) => round.perSecond).toFixed(0),
      `${medianOf(ratios).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`,
      `${median((round) => round.cpuUs).toFixed(1)} µs`,
      `${(median((round) => round.busy) * 100).toFixed(0)} %`,
    ])
  }
  const others = medianOf(results.flatMap(({ rounds }) => rounds.map((round) => round.others)))
  const advice = others > 0.05 ? ' The figures say little: measure again without them.' : ''
  console.log(`\nOther processes used ${(others * 100).toFixed(0)} % of the machine.${advice}`)
}

const printRow = (cells: readonly string[]) =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join(''),
  )

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
