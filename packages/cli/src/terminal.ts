import type { Issue } from '@partner-platform/validators'

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const

/** Functions that colour a text, or return it unchanged if colours are off. */
export type Style = { readonly [Name in keyof typeof codes]: (text: string) => string }

export function createStyle(isColored: boolean): Style {
  const paint = (name: keyof typeof codes) => (text: string) =>
    isColored ? `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m` : text
  const names = Object.keys(codes) as (keyof typeof codes)[]
  return Object.fromEntries(names.map((name) => [name, paint(name)])) as Style
}

// Some scripts and emoji need zero-width joiners (U+200C, U+200D), which are harmless.
const harmful = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Untrusted text, safe on a terminal: control and direction characters become escapes such as `\u001b`. */
export function toPlainText(text: string): string {
  return text.replaceAll(harmful, spellOut)
}

/** An issue or departure on one line, safe on a terminal. */
export const formatIssue = ({ path, message }: Issue) => toPlainText(`${path || '/'}  ${message}`)

/** Untrusted lines, safe on a terminal: line ends and tabs stay. */
export function toPlainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(toPlainText).join('\t'))
    .join('\n')
}

/** A value as JSON that is safe on a terminal and parses to the same value. */
export function toPlainJson(value: unknown, indent?: number): string {
  return toPlainLines(JSON.stringify(value, null, indent))
}

const spellOut = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** Rows as aligned columns, indented by two spaces. Assumes that each character is one cell wide. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
  return rows.map((row) => `  ${row.map(pad).join('  ')}`.trimEnd()).join('\n')
}

/** The number of visible characters: an emoji or an accented character counts as one. */
const widthOf = (cell: string) => [...segmenter.segment(cell)].length

const segmenter = new Intl.Segmenter()

/** A body for a terminal: indented JSON, or plain text. Safe to print. */
export function formatBody(body: Uint8Array): string {
  const text = new TextDecoder().decode(body)
  try {
    return toPlainJson(JSON.parse(text), 2)
  } catch {
    return toPlainLines(text)
  }
}

export type Progress = {
  tell(text: string): void
  /** Clears the line before other output. The next `tell` shows it again. */
  clear(): void
  /** Removes the line for good. */
  stop(): void
}

const quietMs = 1000
const wipe = '\r\u001b[K'

/** A status line on a terminal, shown after one second of work and removed at the end. */
export function startProgress(write: ((text: string) => void) | undefined, text: string): Progress {
  if (!write) return { tell() {}, clear() {}, stop() {} }
  let current = text
  let isDue = false
  const show = () => {
    isDue = true
    write(wipe + current)
  }
  const timer = setTimeout(show, quietMs)
  return {
    tell(next) {
      current = next
      if (isDue) show()
    },
    clear() {
      if (isDue) write(wipe)
    },
    stop() {
      clearTimeout(timer)
      if (isDue) write(wipe)
    },
  }
}
