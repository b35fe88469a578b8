import type { Finding } from './finding.ts'

/**
 * Findings for people: merges findings with the same words and place, such as a schema that both documents
 * use.
 */
export function groupFindings(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>()
  for (const finding of findings) {
    const place = finding.source ?? { file: finding.document, pointer: finding.pointer }
    const key = JSON.stringify([
      finding.rule,
      finding.level,
      finding.message,
      place.file,
      place.pointer,
    ])
    const found = groups.get(key)
    if (found === undefined) groups.set(key, finding)
    else {
      const hits = [...new Set([...found.hits, ...finding.hits])]
      const packages = [...new Set([...found.packages, ...finding.packages])]
      groups.set(key, { ...found, hits, packages })
    }
  }
  return [...groups.values()]
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
