import { formatPointer } from './json-pointer.ts'

/** The value of a text, or all its syntax errors. */
export interface ParsedText {
  value: unknown
  faults: { line: number; column: number; pointer: string; message: string }[]
}

/** Reads a JSON text. Rejects repeated keys, which `JSON.parse` drops silently. Linear. */
export function parseJson(text: string): ParsedText {
  const faults: ParsedText['faults'] = []
  const fault = scanJson(text, {
    onDuplicateKey(segments, offset) {
      faults.push({
        ...offsetToPosition(text, offset),
        pointer: formatPointer(segments),
        message: `the key '${segments.at(-1)}' is repeated in one object. Keep one of them.`,
      })
    },
  })
  if (fault !== null) {
    faults.push({
      ...offsetToPosition(text, fault.offset),
      pointer: '',
      message: `not JSON: expected ${fault.expected}, received ${describeCharacter(text, fault.offset)}. Correct the syntax there.`,
    })
  }
  return { value: faults.length === 0 ? JSON.parse(text) : undefined, faults }
}

/** The positions of pointers in a JSON text, in one pass. */
export function locateInJson(text: string, pointers: ReadonlySet<string>) {
  const depths = new Set([...pointers].map((pointer) => pointer.split('/').length - 1))
  const found = new Map<string, { line: number; column: number }>()
  scanJson(text, {
    onNode(segments, offset) {
      if (!depths.has(segments.length)) return
      const pointer = formatPointer(segments)
      if (pointers.has(pointer)) found.set(pointer, offsetToPosition(text, offset))
    },
  })
  return found
}

function describeCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset)
  if (code === undefined) return 'the end of the file'
  const isVisible = code > 0x20 && code < 0x7f
  return isVisible
    ? `'${String.fromCodePoint(code)}'`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Line and column, both from 1, of an offset in UTF-16 units. */
function offsetToPosition(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** What the scanner reports about a JSON text. Offsets count UTF-16 units from 0. */
interface JsonVisitor {
  /** Called for each value, with the offset of its key, or of itself in a list. */
  onNode?(segments: readonly string[], offset: number): void
  onDuplicateKey?(segments: readonly string[], offset: number): void
}

/** Where a JSON text is wrong. */
interface JsonFault {
  offset: number
  expected: string
}

const SPACE = /[ \t\r\n]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const MAXIMUM_DEPTH = 500

/** Walks a JSON text once without building values. Returns the first fault, or null if it is JSON. */
export function scanJson(text: string, visitor: JsonVisitor): JsonFault | null {
  try {
    new JsonScanner(text, visitor).scanDocument()
    return null
  } catch (error) {
    if (error instanceof Fault) return { offset: error.offset, expected: error.expected }
    throw error
  }
}

class Fault extends Error {
  readonly offset: number
  readonly expected: string
  constructor(offset: number, expected: string) {
    super(expected)
    this.offset = offset
    this.expected = expected
  }
}

class JsonScanner {
  readonly #text: string
  readonly #visitor: JsonVisitor
  readonly #segments: string[] = []
  #offset = 0

  constructor(text: string, visitor: JsonVisitor) {
    this.#text = text
    this.#visitor = visitor
  }

  scanDocument(): void {
    this.#take(SPACE)
    this.#visitor.onNode?.(this.#segments, this.#offset)
    this.#scanValue()
    this.#take(SPACE)
    if (this.#offset < this.#text.length) this.#fail('the end of the file')
  }

  #scanValue(): void {
    if (this.#segments.length > MAXIMUM_DEPTH)
      this.#fail(`at most ${MAXIMUM_DEPTH} levels of nesting`)
    const first = this.#text[this.#offset]
    if (first === '{') this.#scanObject()
    else if (first === '[') this.#scanList()
    else if (first === '"') this.#takeString()
    else if (this.#take(SCALAR) === '') this.#fail('a JSON value')
  }

  #scanObject(): void {
    const keys = new Set<string>()
    this.#scanItems('}', () => {
      const keyOffset = this.#offset
      const key = JSON.parse(this.#takeString()) as string
      this.#take(SPACE)
      this.#expect(':')
      this.#take(SPACE)
      this.#scanMember(key, keyOffset, keys.has(key))
      keys.add(key)
    })
  }

  #scanList(): void {
    let index = 0
    this.#scanItems(']', () => {
      this.#scanMember(String(index), this.#offset, false)
      index += 1
    })
  }

  #scanMember(segment: string, offset: number, isDuplicate: boolean): void {
    this.#segments.push(segment)
    if (isDuplicate) this.#visitor.onDuplicateKey?.(this.#segments, offset)
    this.#visitor.onNode?.(this.#segments, offset)
    this.#scanValue()
    this.#segments.pop()
  }

  #scanItems(close: string, scanItem: () => void): void {
    this.#offset += 1
    this.#take(SPACE)
    if (this.#text[this.#offset] === close) {
      this.#offset += 1
      return
    }
    while (true) {
      scanItem()
      this.#take(SPACE)
      if (this.#text[this.#offset] === close) break
      if (this.#text[this.#offset] !== ',') this.#fail(`',' or '${close}'`)
      this.#offset += 1
      this.#take(SPACE)
    }
    this.#offset += 1
  }

  /** Not one pattern for the whole string: that takes exponential time on some faults. */
  #takeString(): string {
    const start = this.#offset
    if (this.#text[start] !== '"') this.#fail('a string in double quotes')
    this.#offset += 1
    while (this.#text[this.#offset] !== '"') {
      if (this.#text[this.#offset] === '\\') {
        if (this.#take(ESCAPE) === '') this.#fail('an escape such as \\n or \\u0000')
      } else if (this.#text.charCodeAt(this.#offset) >= 0x20) {
        this.#offset += 1
      } else {
        this.#fail('the end of a string')
      }
    }
    this.#offset += 1
    return this.#text.slice(start, this.#offset)
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#offset
    const match = pattern.exec(this.#text)
    if (match === null) return ''
    this.#offset += match[0].length
    return match[0]
  }

  #expect(character: string): void {
    if (this.#text[this.#offset] !== character) this.#fail(`'${character}'`)
    this.#offset += 1
  }

  #fail(expected: string): never {
    throw new Fault(this.#offset, expected)
  }
}
