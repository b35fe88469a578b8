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
  const depth = jsonDepth(text)
  if (depth > constants.jsonDepthLimit) {
    return refusal(
      'too-deep',
      `Body nests ${depth} levels deep; the limit is ${constants.jsonDepthLimit}.`,
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The error of JSON.parse quotes the text, which contains personal data.
    return refusal('invalid-json', `Body of ${bytes.length} bytes is not one JSON value.`)
  }
  const { duplicateAt, hasProtoKey } = scanKeys(text)
  if (duplicateAt !== undefined) {
    const detail = 'Body has the same key twice in one object.'
    return refusal('duplicate-key', detail, duplicateAt)
  }
  return { ok: true, value: hasProtoKey ? withoutProtoKeys(text) : value, dropped: hasProtoKey }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const withoutProtoKeys = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))

/** How deeply arrays and objects nest in a text, JSON or not. Linear, without recursion. */
export function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/** `duplicateAt` is the JSON Pointer of the first key that its object already has. */
type KeyScan = { duplicateAt: string | undefined; hasProtoKey: boolean }

type Frame = { keys: Set<string> | undefined; key: string; index: number; atKey: boolean }

/**
 * What `JSON.parse` hides in a text that it accepts: whether an object has a key twice, and whether
 * any key is `__proto__`. Keys are compared unescaped.
 */
export function scanKeys(text: string): KeyScan {
  const frames: Frame[] = []
  let hasProtoKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const frame = frames.at(-1)
    if (character === '{' || character === '[') frames.push(createFrame(character))
    else if (character === '}' || character === ']') frames.pop()
    else if (character === ',' && frame) nextMember(frame)
    else if (character === '"') {
      const start = at
      at = endOfString(text, at)
      if (!frame?.atKey) continue
      const key = toKey(text.slice(start, at + 1))
      if (!addKey(frame, key)) return { duplicateAt: pointerOf(frames), hasProtoKey }
      hasProtoKey ||= key === '__proto__'
    }
  }
  return { duplicateAt: undefined, hasProtoKey }
}

const createFrame = (bracket: '{' | '['): Frame => ({
  keys: bracket === '{' ? new Set() : undefined,
  key: '',
  index: 0,
  atKey: bracket === '{',
})

function nextMember(frame: Frame): void {
  frame.index++
  frame.atKey = frame.keys !== undefined
}

/** False if the object has the key already. */
function addKey(frame: Frame, key: string): boolean {
  const isNew = !frame.keys?.has(key)
  frame.keys?.add(key)
  frame.key = key
  frame.atKey = false
  return isNew
}

function pointerOf(frames: readonly Frame[]): string {
  return frames
    .map(({ keys, key, index }) => (keys ? key : String(index)))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}

/** Index of the quote that closes the string opened at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
}

const toKey = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
