/** The name among `names` that is nearest to a mistyped one, if any is near enough to be meant. */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.ceil(wrong.length / 3)) + 1
  for (const name of names) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

/** Asks for the nearest name, or says `otherwise` if none is near. */
export function didYouMean(wrong: string, names: Iterable<string>, otherwise: string): string {
  const near = nearestName(wrong, names)
  return near ? `Did you mean ${near}?` : otherwise
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
