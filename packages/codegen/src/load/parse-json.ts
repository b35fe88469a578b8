import { formatPointer, parsePointer } from '../json.ts'

/** The value of a text, or its syntax errors. */
export interface ParsedText {
  value: unknown
  faults: { line: number; column: number; pointer: string; message: string }[]
}

export const tooDeep = 'the nesting is too deep. Keep it below 500 levels.'
const maxDepth = 500

/** Reads a JSON text. Rejects repeated keys, which `JSON.parse` drops silently. Linear. */
export function parseJson(text: string): ParsedText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { value, faults: [describeFault(text, error as Error)] }
  }
  const faults: ParsedText['faults'] = []
  for (const { segments, offset, isRepeated } of nodesOf(text)) {
    if (segments.length > maxDepth) {
      faults.push({ ...positionOf(text, offset), pointer: '', message: tooDeep })
      break
    }
    if (!isRepeated) continue
    const message = `the key '${segments.at(-1)}' is repeated in one object. Keep one of them.`
    faults.push({ ...positionOf(text, offset), pointer: formatPointer(segments), message })
  }
  return { value: faults.length === 0 ? value : undefined, faults }
}

/** The positions of pointers in a JSON text, in one pass. */
export function locateInJson(text: string, pointers: ReadonlySet<string>) {
  const names = new Set([...pointers].map((pointer) => parsePointer(pointer).at(-1)))
  const found = new Map<string, { line: number; column: number }>()
  for (const { segments, offset } of nodesOf(text)) {
    if (!names.has(segments.at(-1))) continue
    const pointer = formatPointer(segments)
    if (pointers.has(pointer)) found.set(pointer, positionOf(text, offset))
  }
  return found
}

/** What the engine says of a text that is not JSON. It states the position in most messages. */
function describeFault(text: string, { message }: Error): ParsedText['faults'][number] {
  const [said = ''] = message.split(/ (?:in|after) JSON|, (?:"|\.\.\.)/)
  const [, offset = findFault(text, said)] = / at position (\d+)/.exec(message) ?? []
  const instead = `${said.slice(0, 1).toLowerCase()}${said.slice(1)}. Correct the syntax there.`
  return { ...positionOf(text, Number(offset)), pointer: '', message: `not JSON: ${instead}` }
}

/** The offset of an unexpected token: it ends the shortest beginning that fails in the same way. */
function findFault(text: string, said: string): number {
  if (!said.startsWith('Unexpected token')) return text.length
  let [before, after] = [0, text.length]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (saidOf(text.slice(0, middle)).startsWith(said)) after = middle
    else before = middle
  }
  return before
}

function saidOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** Line and column, both from 1, of an offset in UTF-16 units. */
function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

interface JsonNode {
  /** Of the same list for all nodes. */
  segments: readonly string[]
  /** Of its key, or of itself in a list, in UTF-16 units. */
  offset: number
  isRepeated: boolean
}

/** A key with its colon, another string, a bracket, a comma or another scalar. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]|[^\s{}[\],:"]+/g

/** Every value of a valid JSON text, outer ones first. */
function* nodesOf(text: string): Generator<JsonNode> {
  const segments: string[] = []
  /** Of each value around the next one: its keys so far, or the index of its next item. */
  const holders: (Set<string> | { next: number })[] = []
  for (const { 0: part, 1: name, 2: colon, index: offset } of text.matchAll(token)) {
    const holder = holders.at(-1)
    if (part === ',') continue
    if (part === '}' || part === ']') {
      holders.pop()
      segments.pop()
    } else if (name !== undefined && colon !== undefined && holder instanceof Set) {
      const key = JSON.parse(name) as string
      segments.push(key)
      yield { segments, offset, isRepeated: holder.has(key) }
      holder.add(key)
    } else {
      if (holder !== undefined && 'next' in holder) segments.push(String(holder.next++))
      if (!(holder instanceof Set)) yield { segments, offset, isRepeated: false }
      if (part === '{') holders.push(new Set())
      else if (part === '[') holders.push({ next: 0 })
      else segments.pop()
    }
  }
}
