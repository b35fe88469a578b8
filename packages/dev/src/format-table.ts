/** Rows as aligned columns, indented by two spaces. */
export function formatTable(rows: string[][]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')}`.trimEnd(),
    )
    .join('\n')
}

/** Something that a command did or measured, and whether it is as promised. */
export type Figure = { what: string; outcome: string; ok: boolean }

export const toRow = ({ what, outcome, ok }: Figure) => [ok ? '✓' : '✗', what, outcome]
