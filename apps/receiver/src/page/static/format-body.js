/** @typedef {{ kind: 'key' | 'string' | 'number' | 'word' | 'mark', text: string }} Piece */

/** Deeper nesting is not formatted: indented, it would be far longer. */
const maxLevels = 64
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * JSON with line ends and indentation. Each value is spelt as received: numbers keep their digits, strings
 * their escapes, and duplicate keys stay. `null` if the text is not one JSON value.
 * @param {string} text
 * @returns {Piece[] | null}
 */
export function formatJson(text) {
  if (findJsonTrouble(text) !== null) return null
  const tokens = text.match(token) ?? []
  /** @type {Piece[]} */
  const pieces = []
  let level = 0
  /** @param {string} mark */
  const add = (mark) => {
    const last = pieces.at(-1)
    if (last?.kind === 'mark') last.text += mark
    else pieces.push({ kind: 'mark', text: mark })
  }
  const breakLine = () => add(`\n${'  '.repeat(level)}`)

  for (const [at, one] of tokens.entries()) {
    const isEmpty = '{['.includes(tokens[at - 1] ?? ' ')
    if (one === '{' || one === '[') {
      add(one)
      level += 1
      if (level > maxLevels) return null
      if (!'}]'.includes(tokens[at + 1] ?? ' ')) breakLine()
    } else if (one === '}' || one === ']') {
      level -= 1
      if (!isEmpty) breakLine()
      add(one)
    } else if (one === ',') {
      add(one)
      breakLine()
    } else if (one === ':') {
      add(': ')
    } else {
      pieces.push({ kind: kindOf(one, tokens[at + 1]), text: one })
    }
  }
  return pieces
}

/** @type {(one: string, next: string | undefined) => 'key' | 'string' | 'number' | 'word'} */
function kindOf(one, next) {
  if (one.startsWith('"')) return next === ':' ? 'key' : 'string'
  return /^[-\d]/.test(one) ? 'number' : 'word'
}

/**
 * The error of the browser's parser, or `null` if the text is JSON.
 * @param {string} text
 */
export function findJsonTrouble(text) {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

/**
 * Bytes as text, including a byte order mark. U+FFFD replaces what is not UTF-8.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function decode(bytes) {
  try {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { text: strict.decode(bytes), isText: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isText: false }
  }
}

const perLine = 16

/**
 * Bytes as lines of offset, hexadecimal digits and printable ASCII.
 * @param {Uint8Array} bytes
 */
export function dumpHex(bytes) {
  const lines = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = [...bytes.subarray(at, at + perLine)]
    const digits = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map(toPrintable).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits.padEnd(perLine * 3 - 1)}  ${text}`)
  }
  return lines.join('\n')
}

/** @param {number} byte */
const toPrintable = (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')
