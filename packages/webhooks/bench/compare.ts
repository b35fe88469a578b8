const rounds = 15

/**
 * Prints what one call of each function costs: the median of 14 rounds, in turns, and its ratio to the
 * first. A round before them warms up.
 */
export async function compare(
  title: string,
  runs: readonly (readonly [name: string, run: () => unknown])[],
  calls: number,
): Promise<void> {
  const costs = runs.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, run]] of runs.entries()) {
      globalThis.gc?.()
      const startMs = performance.now()
      for (let call = 0; call < calls; call++) await run()
      if (round > 0) costs[index]?.push(((performance.now() - startMs) * 1000) / calls)
    }
  }
  const medians = costs.map((all) => all.sort((one, two) => one - two)[7] ?? 0)
  console.log(`\n${title}: median of ${rounds - 1} rounds of ${calls} calls, one at a time`)
  for (const [index, [name]] of runs.entries()) {
    const us = medians[index] ?? 0
    const ratio = (us / (medians[0] ?? 1)).toFixed(2)
    console.log(`${name.padEnd(28)}${us.toFixed(1).padStart(8)} µs${ratio.padStart(7)} ×`)
  }
}
