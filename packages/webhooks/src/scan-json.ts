/** How deeply arrays and objects nest in a text, JSON or not. Linear, and without recursion. */
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
export type KeyScan = { duplicateAt: string | undefined; hasProtoKey: boolean }

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

/** False where the object has the key already. */
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
