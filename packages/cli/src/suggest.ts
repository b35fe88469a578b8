/** A hint: the most similar known name, or all names. */
export function suggest(typed: string, known: readonly string[]): string {
  const [first = ''] = typed.split(' ')
  const near = known.flatMap((name) => {
    const edits = Math.min(...[typed, first].map((one) => editsBetween(one, name)))
    const least = Math.min(typed.length, name.length)
    return edits <= (least < 8 ? 1 : 2) ? [{ name, edits }] : []
  })
  const [nearest] = near.sort((one, other) => one.edits - other.edits)
  return nearest ? `Did you mean ${nearest.name}?` : `Use ${known.join(', ')}.`
}

/** The fewest edits that turn one word into the other: add, remove or replace a letter, or swap two neighbours. */
function editsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    rows.push([row])
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
