/** A Markdown table; cells hold one line of Markdown each. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(escapeBars).join(' | ')} |`
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)].join('\n')
}

/** Bars part cells even inside code. */
const escapeBars = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Names as code, parted by line breaks, or a dash where there are none. */
export const toCodes = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join('<br>')

/** What a reader opens to see more: Markdown lines below one line. */
export const toDetails = (summary: string, lines: readonly string[]): string =>
  `<details>\n<summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`

/** Links to the decisions on the other page, or a dash where there are none. */
export const toDecisionLinks = (ids: readonly string[], page = ''): string =>
  ids.length === 0 ? '–' : ids.map((id) => `[${id}](${page}#${id.toLowerCase()})`).join(', ')

/** The place of a node as people say it: `/paths/~1api~1v1/get` is `/paths//api/v1/get`. */
export const toShortNode = (node: string): string =>
  node.replaceAll('~1', '/').replaceAll('~0', '~').replace('schemas/', '')

/** Line 1 of a page: what made it, and how to make it again. */
export const generatedNote =
  '<!-- Generated from specs/, the generated code and the test reports. Do not edit: run `npx pnpm@12 test`, then `npx pnpm@12 trace`. -->'
