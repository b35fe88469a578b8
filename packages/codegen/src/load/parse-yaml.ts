import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml'
import { parsePointer } from '../json.ts'
import { type ParsedText, tooDeep } from './parse-json.ts'

/** Reads a YAML 1.2 text with `<<` merges. Rejects repeated keys and more than one document. */
export function parseYaml(text: string): ParsedText {
  try {
    const { document, positionOf } = parse(text)
    if (document.errors.length === 0) {
      const value: unknown = document.toJS({ maxAliasCount: 10_000 })
      if (text.includes('*') && isCyclic(value))
        throw new Error('an alias is inside its own anchor')
      return { value, faults: [] }
    }
    const overflow = document.errors.find(({ message }) => message.includes('call stack'))
    const errors = overflow === undefined ? document.errors : [overflow]
    const faults = errors.map(({ code, message, pos }) => ({
      ...positionOf(pos[0]),
      pointer: '',
      message: message.includes('call stack') ? tooDeep : describeFault(code, message),
    }))
    return { value: undefined, faults }
  } catch (error) {
    const message = describeLimit(error as Error)
    return { value: undefined, faults: [{ line: 1, column: 1, pointer: '', message }] }
  }
}

/** The positions of pointers in a YAML text. Parses it again, only to report problems. */
export function locateInYaml(text: string, pointers: ReadonlySet<string>) {
  const { document, positionOf } = parse(text)
  const found = new Map<string, { line: number; column: number }>()
  for (const pointer of pointers) {
    const offset = findOffset(document, parsePointer(pointer))
    if (offset !== undefined) found.set(pointer, positionOf(offset))
  }
  return found
}

function parse(text: string) {
  const lineCounter = new LineCounter()
  const options = { merge: true, prettyErrors: false, strict: true, uniqueKeys: true } as const
  const positionOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  return { document: parseDocument(text, { ...options, lineCounter }), positionOf }
}

function findOffset(document: Document, segments: readonly string[]): number | undefined {
  let node = document.contents as Node | null
  let offset = node?.range?.[0]
  for (const segment of segments) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment)
      if (pair === undefined) return undefined
      offset = (pair.key as Node).range?.[0]
      node = pair.value as Node | null
    } else {
      node = isSeq(node) ? ((node.items[Number(segment)] as Node | undefined) ?? null) : null
      if (node === null) return undefined
      offset = node.range?.[0]
    }
  }
  return offset
}

/** True for a value that contains itself, which only aliases can make. Linear. */
function isCyclic(value: unknown, path = new Set<unknown>(), done = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || done.has(value)) return false
  if (path.has(value)) return true
  path.add(value)
  const found = Object.values(value).some((inner) => isCyclic(inner, path, done))
  path.delete(value)
  done.add(value)
  return found
}

function describeFault(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'a key is repeated in one object. Keep one of them.'
  if (code === 'MULTIPLE_DOCS')
    return 'the file holds more than one YAML document. Put each into a file of its own.'
  return `not YAML: ${message.replace(/\.?\s*$/, '')}. Correct the syntax there.`
}

/** What the parser throws: too many aliases, or nesting beyond its stack. */
function describeLimit(error: Error): string {
  if (error instanceof RangeError) return tooDeep
  const text = error.message.replace(/\.?\s*$/, '')
  return `cannot read this YAML: ${text}. Write the value out instead of its alias.`
}
