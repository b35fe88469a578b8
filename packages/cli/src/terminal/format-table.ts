/** Rows as aligned columns, indented by two spaces. The width of a character is taken to be one. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(widthOf(cell), known[column] ?? 0)),
    [],
  )
  return rows.map((row) => `  ${pad(row, widths)}`.trimEnd()).join('\n')
}

const pad = (row: readonly string[], widths: readonly number[]) =>
  row
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
    .join('  ')

/** Characters as people count them: an emoji, or a letter with its accents, is one. */
const widthOf = (cell: string) => [...segmenter.segment(cell)].length

const segmenter = new Intl.Segmenter()
