import type { CheckTexts } from '../src/engine/check.ts'

const chapters = {
  2: 'fields',
  3: 'states',
  4: 'operations',
  5: 'keys and signatures',
  6: 'events',
  7: 'errors',
} as const

/** Rows of a Markdown table: the checks by chapter of the source, and those that rest on decisions. */
export function checkTable(
  receiver: readonly CheckTexts[],
  server: readonly CheckTexts[],
): string[] {
  const list = (checks: readonly CheckTexts[], start: string) =>
    checks
      .filter(({ rule }) => rule.startsWith(start))
      .map(({ id }) => `\`${id}\``)
      .join(', ')
  const row = (title: string, start: string) =>
    `| ${[title, list(receiver, start), list(server, start)].join(' | ')} |`
  return [
    ...Object.entries(chapters).map(([chapter, title]) =>
      row(`${chapter} ${title}`, `${chapter}.`),
    ),
    row('decisions', 'D-'),
  ].map((line) => line.replaceAll(/ +\|/g, ' |'))
}
