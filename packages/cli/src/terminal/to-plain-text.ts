// Joiners shape the letters of some scripts and do no harm.
const harmful = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Text of strangers as it may stand on a terminal: characters that would move the cursor, change its
 * colours or the direction of reading are spelt out as `\u001b`.
 */
export function toPlainText(text: string): string {
  return text.replaceAll(harmful, spellOut)
}

/** The same of several lines: line ends and tabs stay. */
export function toPlainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(toPlainText).join('\t'))
    .join('\n')
}

/** A value as JSON that is as safe to print, and still the same JSON. */
export function toPlainJson(value: unknown, indent?: number): string {
  return toPlainLines(JSON.stringify(value, null, indent))
}

const spellOut = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
