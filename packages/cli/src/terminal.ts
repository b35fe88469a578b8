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

// Joiners shape the letters of some scripts and do no harm.
const harmful = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Untrusted text, safe on a terminal: control characters and changes of direction become `\u001b`. */
export function toPlainText(text: string): string {
  return text.replaceAll(harmful, spellOut)
}

/** The same for several lines: line ends and tabs stay. */
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

/** Rows as aligned columns, indented by two spaces. The width of a character is taken to be one. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
  return rows.map((row) => `  ${row.map(pad).join('  ')}`.trimEnd()).join('\n')
}

/** Characters as people count them: an emoji, or a letter with its accents, is one. */
const widthOf = (cell: string) => [...segmenter.segment(cell)].length

const segmenter = new Intl.Segmenter()

/** A body for people: JSON indented, anything else as the text that it is, nothing a terminal obeys. */
export function formatBody(body: Uint8Array): string {
  const text = new TextDecoder().decode(body)
  try {
    return toPlainJson(JSON.parse(text), 2)
  } catch {
    return toPlainLines(text)
  }
}

export type Progress = {
  /** Replaces the text. */
  tell(text: string): void
  /** Clears the line, so that something can be printed. The next `tell` shows it again. */
  clear(): void
  /** Ends it. */
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
