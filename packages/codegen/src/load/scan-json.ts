/** What the scanner tells about a JSON text. Offsets count UTF-16 units from 0. */
export interface JsonVisitor {
  /** Called for each value, with the offset of its key, or of itself in a list. */
  onNode?(segments: readonly string[], offset: number): void
  onDuplicateKey?(segments: readonly string[], offset: number): void
}

/** Where a JSON text stops being JSON. */
export interface JsonFault {
  offset: number
  expected: string
}

const SPACE = /[ \t\r\n]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const MAXIMUM_DEPTH = 500

/** Walks a JSON text once without building it. Gives the first fault, or null when it is JSON. */
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

  /** By hand and not by a pattern: one over a whole string takes exponential time on some faults. */
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
