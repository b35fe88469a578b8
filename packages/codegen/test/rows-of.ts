/** The rows of a table, one a line, each as its cells. */
export function rowsOf(table: string): string[][] {
  const lines = table.trim().split('\n')
  return lines.map((line) => line.split(' | '))
}
