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

/** Something that a command did or measured, and whether it is as promised. */
export type Figure = { what: string; outcome: string; ok: boolean }

export const toRow = ({ what, outcome, ok }: Figure) => [ok ? '✓' : '✗', what, outcome]
