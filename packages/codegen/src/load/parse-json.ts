import { formatPointer } from '../json.ts'

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
  // Unless a key is repeated, each key is one member of the value. Counting is faster than comparing keys.
  const faults = countKeys(text) === countMembers(value) ? [] : findFaults(text)
  return { value: faults.length === 0 ? value : undefined, faults }
}

/** The number of keys in a valid JSON text. */
function countKeys(text: string): number {
  const tokens = new RegExp(token)
  let count = 0
  while (tokens.test(text)) if (text[tokens.lastIndex - 1] === ':') count += 1
  return count
}

/** The number of members of all objects in a value; NaN if the value is nested too deeply. */
function countMembers(value: unknown, depth = 0): number {
  if (depth > maxDepth) return Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const one of inner) count += countMembers(one, depth + 1)
  return count
}

/** The repeated keys of a JSON text. Stops at the first value that is nested too deeply, and reports it. */
function findFaults(text: string): ParsedText['faults'] {
  const faults: ParsedText['faults'] = []
  const positionOf = createLocator(text)
  for (const { segments, offset, isRepeated } of nodesOf(text)) {
    if (segments.length > maxDepth) {
      faults.push({ ...positionOf(offset), pointer: '', message: tooDeep })
      break
    }
    if (!isRepeated) continue
    const message = `the key '${segments.at(-1)}' is repeated in one object. Keep one of them.`
    faults.push({ ...positionOf(offset), pointer: formatPointer(segments), message })
  }
  return faults
}

/** The positions of pointers in a JSON text, in one pass. `pointers` must also contain all their parents. */
export function locateInJson(text: string, pointers: ReadonlySet<string>) {
  const positionOf = createLocator(text)
  const found = new Map<string, { line: number; column: number }>()
  const isWanted = (segments: readonly string[]) => pointers.has(formatPointer(segments))
  for (const { segments, offset } of nodesOf(text, isWanted))
    found.set(formatPointer(segments), positionOf(offset))
  return found
}

/** What the engine says of a text that is not JSON. It states the position in most messages. */
function describeFault(text: string, { message }: Error): ParsedText['faults'][number] {
  const [said = ''] = message.split(/ (?:in|after) JSON|, (?:"|\.\.\.)/)
  const [, offset = findFault(text, said)] = / at position (\d+)/.exec(message) ?? []
  const instead = `${said.slice(0, 1).toLowerCase()}${said.slice(1)}. Correct the syntax there.`
  return { ...createLocator(text)(Number(offset)), pointer: '', message: `not JSON: ${instead}` }
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

/** Converts offsets in UTF-16 units, given in ascending order, to line and column, both from 1. */
function createLocator(text: string): (offset: number) => { line: number; column: number } {
  let line = 1
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  return (offset) => {
    while (lineEnd !== -1 && lineEnd < offset) {
      line += 1
      lineStart = lineEnd + 1
      lineEnd = text.indexOf('\n', lineStart)
    }
    return { line, column: offset - lineStart + 1 }
  }
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

/** The wanted values of a valid JSON text, outer ones first. Skips each unwanted value with its contents. */
function* nodesOf(
  text: string,
  isWanted: (segments: readonly string[]) => boolean = () => true,
): Generator<JsonNode> {
  const tokens = new RegExp(token)
  const segments: string[] = []
  /** Of each value around the next one: its keys so far, or the index of its next item. */
  const holders: (Set<string> | { next: number })[] = []
  let keyOffset = 0
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const { 0: part, 1: name = '', 2: colon, index: offset } = found
    if (part === ',') continue
    if (part === '}' || part === ']') {
      holders.pop()
      segments.pop()
    } else if (colon !== undefined) {
      segments.push(JSON.parse(name))
      keyOffset = offset
    } else {
      const holder = holders.at(-1)
      const keys = holder instanceof Set ? holder : undefined
      if (holder !== undefined && 'next' in holder) segments.push(String(holder.next++))
      if (isWanted(segments)) {
        const key = segments.at(-1) ?? ''
        yield { segments, offset: keys ? keyOffset : offset, isRepeated: keys?.has(key) === true }
        keys?.add(key)
        if (part === '{') holders.push(new Set())
        else if (part === '[') holders.push({ next: 0 })
        else segments.pop()
      } else {
        tokens.lastIndex = offset
        skipValue(tokens, text)
        segments.pop()
      }
    }
  }
}

/** Moves past the next value, or to the end of the text if it was truncated: the file may have changed. */
function skipValue(tokens: RegExp, text: string): void {
  let depth = 0
  while (tokens.test(text)) {
    const sign = text[tokens.lastIndex - 1]
    if (sign === '{' || sign === '[') depth += 1
    if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) return
  }
  tokens.lastIndex = text.length
}
