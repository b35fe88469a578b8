import { formatPointer } from './json-pointer.ts'
import { offsetToPosition } from './offset-to-position.ts'
import type { ParsedText } from './parsed-text.ts'
import { scanJson } from './scan-json.ts'

/** Reads a JSON text. Refuses repeated keys, which `JSON.parse` would drop in silence. Linear. */
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
      message: `not JSON: expected ${fault.expected}, received ${describeCharacter(text, fault.offset)}. Mend the syntax there.`,
    })
  }
  return { value: faults.length === 0 ? JSON.parse(text) : undefined, faults }
}

/** Positions of pointers in a JSON text, by one walk over it. */
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
