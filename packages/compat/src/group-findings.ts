import type { Finding } from './finding.ts'

/**
 * Findings for people: merges findings with the same words and place, such as a schema that both documents
 * use.
 */
export function groupFindings(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ rule, level, message, source, document, pointer }) =>
    JSON.stringify([rule, level, message, source?.file ?? document, source?.pointer ?? pointer]),
  )
  return [...groups.values()].map((group) => ({
    ...(group[0] as Finding),
    hits: [...new Set(group.flatMap(({ hits }) => hits))],
    packages: [...new Set(group.flatMap(({ packages }) => packages))],
  }))
}

/** Where to look: the file and its line if known, else the place in the document. */
export function placeOf({ source, document, pointer }: Finding): string {
  if (source === null) return `${document} ${pointer}`
  const { side, file, line } = source
  const place = `${file}${line === undefined ? '' : `:${line}`}#${source.pointer}`
  return side === 'from' ? `the older ${place}` : place
}

/** Third parties write the names in documents, so characters that control a terminal or a log are escaped. */
export function toPlain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/**
 * A message as inline Markdown. Messages quote names with backticks; nothing within them is escaped.
 */
export function inLine(message: string): string {
  const parts = toPlain(message).split('`')
  // A name that holds a backtick leaves open what is quoted.
  const isPaired = parts.length % 2 === 1
  const escaped = parts.map((part, index) =>
    isPaired && index % 2 === 1 ? part : part.replaceAll(/[<>|]/g, '\\$&'),
  )
  return escaped.join('`')
}

/** A text as inline code of Markdown. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${toPlain(text)}${fence}`
}
