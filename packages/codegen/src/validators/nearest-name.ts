/** The name that a misspelt one most likely stands for; undefined when none is near. Case does not count. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3))
  const distances = names.map((candidate) => ({
    candidate,
    distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
  }))
  const near = distances.filter(({ distance }) => distance <= limit)
  return near.toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))[0]
    ?.candidate
}

/** How many letters to add, drop or replace, or neighbours to swap, to get from one to the other. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] ?? []
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min(replaced, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
