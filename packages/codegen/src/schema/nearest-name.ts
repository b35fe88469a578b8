/** The most likely meaning of a misspelt name; undefined if none is close. Case is ignored. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3))
  const distances = names
    .toSorted()
    .map((candidate) => ({
      candidate,
      distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
    }))
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= limit ? nearest.candidate : undefined
}

/** The edit distance between two words: characters to insert, delete, replace or swap with the next one. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
