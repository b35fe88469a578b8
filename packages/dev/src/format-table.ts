/** Rows as aligned columns, indented by two spaces. */
export function formatTable(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(cell.length, known[column] ?? 0)),
    [],
  )
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n')
}

export const toRow = ({ what, outcome, ok }: { what: string; outcome: string; ok: boolean }) => [
  ok ? '✓' : '✗',
  what,
  outcome,
]
