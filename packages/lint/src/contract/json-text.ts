import type { Path } from './pointer.ts'

/** Where a text stops being JSON, the path of the value that it is in, and what is wrong. */
export type JsonError = { offset: number; path: Path; message: string }

type Wanted = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end'
/** An object or list that is not closed yet, and the member that is being read. */
type Open = { isObject: boolean; at: string | number }

const space = /[\t\n\r ]*/y
const token =
  /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy

/** The first place where a text breaks JSON; the messages of `JSON.parse` do not always have it. */
export function findJsonError(text: string): JsonError | undefined {
  const open: Open[] = []
  let wanted: Wanted = 'value'
  let offset = 0
  for (;;) {
    offset += matchAt(space, text, offset).length
    if (wanted === 'end' && offset === text.length) return undefined
    const read = matchAt(token, text, offset)
    const next = step(open, wanted, read)
    if (next === undefined) {
      const path = open.map(({ at }) => at)
      const isInside = ['value', 'first value', 'colon'].includes(wanted)
      return {
        offset,
        path: isInside ? path : path.slice(0, -1),
        message: describe(wanted, text, offset),
      }
    }
    wanted = next
    offset += read.length
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ''
}

/** What is wanted after `read`, or `undefined` where it is not what is wanted here. */
function step(open: Open[], wanted: Wanted, read: string): Wanted | undefined {
  const last = open.at(-1)
  if (wanted === 'end') return undefined
  if (wanted === 'colon') return read === ':' ? 'value' : undefined
  if (wanted === 'key' || wanted === 'first key') {
    if (last && read.startsWith('"')) {
      last.at = JSON.parse(read) as string
      return 'colon'
    }
    return wanted === 'first key' && read === '}' ? close(open) : undefined
  }
  if (wanted === 'comma') {
    if (read === (last?.isObject ? '}' : ']')) return close(open)
    if (read !== ',' || !last) return undefined
    if (last.isObject) return 'key'
    last.at = Number(last.at) + 1
    return 'value'
  }
  if (read === '{' || read === '[') {
    open.push({ isObject: read === '{', at: read === '{' ? '' : 0 })
    return read === '{' ? 'first key' : 'first value'
  }
  if (wanted === 'first value' && read === ']') return close(open)
  return /^["\dtfn-]/.test(read) ? afterValue(open) : undefined
}

const afterValue = (open: Open[]): Wanted => (open.length > 0 ? 'comma' : 'end')

function close(open: Open[]): Wanted {
  open.pop()
  return afterValue(open)
}

const names: Record<Wanted, string> = {
  value: 'a value',
  'first value': 'a value or ]',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes or }',
  colon: 'a colon',
  comma: 'a comma or the end of the object or list',
  end: 'nothing more',
}

function describe(wanted: Wanted, text: string, offset: number): string {
  const code = text.codePointAt(offset)
  if (code === undefined) return `The file ends where JSON wants ${names[wanted]}.`
  const character = String.fromCodePoint(code)
  if (character === '"' && /value|key/.test(wanted)) {
    return 'This text is not closed on its line, or has a backslash that escapes nothing.'
  }
  const isShown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
  const shown = isShown ? character : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return `JSON wants ${names[wanted]} here, and not ${shown}`.replace(/[^.]$/, '$&.')
}

/** A string of JSON, and the colon behind it where it is a key. */
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/** Whether a text is JSON in which no object has a key twice. */
export function isSoundJson(text: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return false
  }
  // Of a key that is there twice, one is left.
  const written = text.match(strings)?.filter((one) => one.endsWith(':')).length ?? 0
  return written === countKeys(value)
}

function countKeys(value: unknown): number {
  let count = 0
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const parts: unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += parts.length
    for (const part of parts) left.push(part)
  }
  return count
}
