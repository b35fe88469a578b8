/** The values of structured fields that rate limits use: a string, an integer, or a word. */
export type Bare = string | number

/** One member of a list or dictionary: `key=value;name=value`; `key` is null in a list. */
export interface Member {
  key: string | null
  value: Bare
  parameters: Map<string, Bare>
}

// One token each, sticky and without nested repetition: linear in the length of the header.
const keyToken = /[a-z*][a-z0-9_.*-]*/y
const stringToken = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const integerToken = /-?\d{1,15}(?![\d.])/y
// A byte sequence (`:base64:`) or a bare word; a rate limit uses neither for a number.
const wordToken = /:[A-Za-z0-9+/=]*:|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y

// No rate limit needs more. A longer field is ignored.
const fieldLimitCharacters = 4096

/**
 * The members of a structured list or dictionary in order, or null if the text is not one. A malformed
 * member makes the whole field void, as the format requires. Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc9651
 */
export function parseStructuredList(text: string): Member[] | null {
  if (text.length > fieldLimitCharacters) return null
  const reader = new Reader(text)
  const members: Member[] = []
  for (;;) {
    const member = readMember(reader)
    if (member === null) return null
    members.push(member)
    reader.skipSpaces()
    if (reader.isAtEnd()) return members
    if (!reader.take(',')) return null
  }
}

function readMember(reader: Reader): Member | null {
  reader.skipSpaces()
  const key = reader.lookingAt(/[a-z*][a-z0-9_.*-]*=/y) ? reader.match(keyToken) : null
  if (key !== null) reader.take('=')
  const value = readBare(reader)
  if (value === null) return null
  const parameters = new Map<string, Bare>()
  while (reader.take(';')) {
    reader.skipSpaces()
    const name = reader.match(keyToken)
    if (name === null) return null
    const given = reader.take('=') ? readBare(reader) : 1
    if (given === null) return null
    parameters.set(name, given)
  }
  return { key, value, parameters }
}

function readBare(reader: Reader): Bare | null {
  const string = reader.match(stringToken)
  if (string !== null) return string.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const integer = reader.match(integerToken)
  return integer === null ? reader.match(wordToken) : Number(integer)
}

class Reader {
  #index = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#index >= this.#text.length
  }

  skipSpaces() {
    this.match(/[ \t]*/y)
  }

  take(character: string): boolean {
    if (this.#text[this.#index] !== character) return false
    this.#index++
    return true
  }

  lookingAt(token: RegExp): boolean {
    token.lastIndex = this.#index
    return token.test(this.#text)
  }

  match(token: RegExp): string | null {
    token.lastIndex = this.#index
    const found = token.exec(this.#text)?.[0]
    if (found === undefined) return null
    this.#index += found.length
    return found
  }
}
