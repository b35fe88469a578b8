/** The rows of a table, one per line, each as a list of its cells. */
export function rowsOf(table: string): string[][] {
  const lines = table.trim().split('\n')
  return lines.map((line) => line.split(' | '))
}
