import { constants } from '@partner-platform/types'
import { refusal } from './errors.ts'

export type JsonResult =
  | {
      ok: true
      value: unknown
      /** Whether a key was dropped from the value. */
      dropped: boolean
    }
  | ReturnType<typeof refusal<'invalid-utf8' | 'invalid-json' | 'duplicate-key' | 'too-deep'>>

/**
 * The JSON value of the bytes. Stricter than `JSON.parse`: refuses bytes that are not UTF-8 or start
 * with a byte order mark, repeated keys, and nesting over the limit. Drops every key `__proto__`: no
 * reader needs it, and `Object.assign` would obey it.
 * @see specs/decisions D-006
 */
export function parseJson(bytes: Uint8Array): JsonResult {
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    return refusal('invalid-utf8', `Body of ${bytes.length} bytes is not UTF-8.`)
  }
  const { depth, duplicateAt, hasProtoKey } = scanText(text)
  if (depth > limit) {
    return refusal('too-deep', `Body nests ${depth} levels deep; the limit is ${limit}.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The error of JSON.parse quotes the text, which contains personal data.
    return refusal('invalid-json', `Body of ${bytes.length} bytes is not one JSON value.`)
  }
  if (duplicateAt !== undefined) {
    const detail = 'Body has the same key twice in one object.'
    return refusal('duplicate-key', detail, duplicateAt)
  }
  return { ok: true, value: hasProtoKey ? withoutProtoKeys(text) : value, dropped: hasProtoKey }
}

const limit = constants.jsonDepthLimit
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const withoutProtoKeys = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))

interface TextScan {
  depth: number
  /** The JSON Pointer of the first key that its object already has. */
  duplicateAt: string | undefined
  hasProtoKey: boolean
}

/** The object or array around a place. `keys` is undefined in an array. */
type Frame = {
  keys: string[] | Set<string> | undefined
  key: string
  index: number
  atKey: boolean
}

/**
 * What `JSON.parse` hides of a text, in one pass without recursion. Keys are compared unescaped. The
 * keys of a text that is not JSON, or is nested too deeply, mean nothing.
 */
export function scanText(text: string): TextScan {
  const frames: Frame[] = []
  const scan: TextScan = { depth: 0, duplicateAt: undefined, hasProtoKey: false }
  let frame: Frame | undefined
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const start = at + 1
      at = endOfString(text, start)
      if (frame?.atKey) noteKey(text.slice(start, at), { scan, frame, frames })
    } else if (character === '{' || character === '[') {
      depth++
      scan.depth = Math.max(scan.depth, depth)
      // Deeper ones cost no memory: the text is refused.
      frame = depth <= limit ? createFrame(character) : undefined
      if (frame) frames.push(frame)
    } else if (character === '}' || character === ']') {
      if (depth <= limit) frames.pop()
      depth--
      frame = depth <= limit ? frames.at(-1) : undefined
    } else if (character === ',' && frame) nextMember(frame)
  }
  return scan
}

const createFrame = (bracket: '{' | '['): Frame => ({
  keys: bracket === '{' ? [] : undefined,
  key: '',
  index: 0,
  atKey: bracket === '{',
})

function noteKey(
  escaped: string,
  { scan, frame, frames }: { scan: TextScan; frame: Frame; frames: readonly Frame[] },
): void {
  const key = toKey(escaped)
  if (!addKey(frame, key)) scan.duplicateAt ??= pointerOf(frames)
  scan.hasProtoKey ||= key === '__proto__'
}

function nextMember(frame: Frame): void {
  frame.index++
  frame.atKey = frame.keys !== undefined
}

/** A list of few keys is faster than a set. */
const fewKeys = 16

/** False if the object has the key already. */
function addKey(frame: Frame, key: string): boolean {
  const { keys } = frame
  frame.key = key
  frame.atKey = false
  if (keys instanceof Set) return keys.size < keys.add(key).size
  if (keys?.includes(key)) return false
  keys?.push(key)
  if (keys?.length === fewKeys) frame.keys = new Set(keys)
  return true
}

function pointerOf(frames: readonly Frame[]): string {
  return frames
    .map(({ keys, key, index }) => (keys ? key : String(index)))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}

/** Index of the quote that closes the string whose content starts at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; at++) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
}

/** The name that a key stands for; if the text is not JSON, any name. */
function toKey(escaped: string): string {
  if (!escaped.includes('\\')) return escaped
  try {
    return JSON.parse(`"${escaped}"`) as string
  } catch {
    return escaped
  }
}
