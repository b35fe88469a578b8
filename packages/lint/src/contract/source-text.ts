import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import { fromPointer, type Path, toPointer } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'

/** The first syntax error of a file, in the innermost node that was read around it. `key` occurs twice. */
export type SyntaxProblem = Omit<Problem, 'file' | 'rule' | 'fix'> & { code: string; key?: string }

type Stumble = { offset: number; code: string; message: string }

/** A YAML or JSON file of the contract: its value, and the place of each part in the text. */
export class SourceText {
  readonly file: string
  readonly text: string
  readonly #lines = new LineCounter()
  #document: Document.Parsed | undefined
  #syntax: { problem: SyntaxProblem | undefined } | undefined
  #value: { read: unknown } | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** The YAML document. JSON is read as YAML too, which gives the places. */
  get document(): Document.Parsed {
    const options = { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: true }
    this.#document ??= parseDocument(this.text, options)
    return this.#document
  }

  /** The value; JSON is read by `JSON.parse` alone. `undefined` when there is a syntax problem. */
  get value(): unknown {
    if (this.syntaxProblem) return undefined
    this.#value ??= { read: this.#isJson ? JSON.parse(this.text) : this.document.toJS() }
    return this.#value.read
  }

  /** The first syntax error. Later ones mostly follow from it. */
  get syntaxProblem(): SyntaxProblem | undefined {
    this.#syntax ??= { problem: this.#findSyntaxProblem() }
    return this.#syntax.problem
  }

  /** The scalar at a path as written. */
  writtenAt(path: Path): string | undefined {
    const node = this.document.getIn(path, true)
    return isScalar(node) && node.range ? this.text.slice(node.range[0], node.range[1]) : undefined
  }

  get #isJson() {
    return this.file.endsWith('.json')
  }

  #findSyntaxProblem(): SyntaxProblem | undefined {
    if (this.#isJson && isSoundJson(this.text)) return undefined
    const { errors, warnings } = this.document
    const told = [...errors, ...warnings]
      .map(({ code, message, pos }): Stumble => {
        return { offset: pos[0], code, message: message.split('\n')[0] ?? '' }
      })
      .sort((a, b) => a.offset - b.offset)
    const twice = told.find(({ code }) => code === 'DUPLICATE_KEY')
    // Keys seem to be there twice where indentation went wrong.
    const other = this.#isJson
      ? jsonStumble(this.text)
      : (told.find(({ code }) => code !== 'DUPLICATE_KEY') ?? shorthand(this.document))
    const first = other ?? twice
    if (!first) return undefined
    const { code, message } = first
    const opened = isUnclosed(first) ? this.#openedBefore(first.offset) : undefined
    const offset = opened ?? first.offset
    const path = this.#pathAt(offset)
    const depth = code === 'RESOURCE_EXHAUSTION' ? 1 : path.length
    return {
      ...this.#placeOf(offset),
      pointer: `#${toPointer(path.slice(0, depth))}`,
      code,
      message,
      ...(code === 'DUPLICATE_KEY' && { key: String(path.at(-1)) }),
    }
  }

  /**
   * A problem at a path of this file, or at the nearest place above it that is there. `onKey` points
   * at the key of an entry and not at its value.
   */
  problem(path: Path | string, finding: Finding, onKey = false): Problem {
    const keys = typeof path === 'string' ? fromPointer(path) : path
    const place = this.#placeOf(this.#offsetOf(keys, onKey))
    return { file: this.file, ...place, pointer: `#${toPointer(keys)}`, ...finding }
  }

  #offsetOf(path: Path, onKey: boolean): number {
    let node: unknown = this.document.contents
    let offset = startOf(node) ?? 0
    for (const key of path) {
      const pair = isMap(node) ? node.items.find((item) => keyOf(item) === String(key)) : undefined
      const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined
      if (next === undefined) break
      // The key of a collection says where it begins; its first entry is a line below.
      const useKey = pair && (!isScalar(next) || next.range?.[0] === next.range?.[1])
      offset = startOf(useKey ? pair.key : next) ?? offset
      if (pair && onKey && key === path.at(-1)) offset = startOf(pair.key) ?? offset
      node = next
    }
    return offset
  }

  /** The path of the deepest node around an offset. */
  #pathAt(offset: number): Path {
    const path: (string | number)[] = []
    let node: unknown = this.document.contents
    for (;;) {
      const items: unknown[] = isMap(node) || isSeq(node) ? node.items : []
      const index = items.findLastIndex((item) => (startOf(keyNode(item)) ?? offset + 1) <= offset)
      if (index < 0) return path
      const item = items[index]
      const inside: unknown = isMap(node) ? (item as Pair).value : item
      // A key of two lines is none: indentation went wrong, and the second was taken for part of it.
      if (isMap(node) && this.#isOnTwoLines((item as Pair).key)) return path
      const isKey = isMap(node) && startOf(keyNode(item)) === offset
      if (!isKey && (endOf(inside) ?? 0) <= offset) return path
      path.push(isMap(node) ? keyOf(item as Pair) : index)
      if (isKey) return path
      node = inside
    }
  }

  /** Where the innermost quote or bracket around an offset begins. */
  #openedBefore(offset: number): number | undefined {
    let start: number | undefined
    visit(this.document, {
      Node: (_, node) => {
        const [from, , to] = node.range ?? [0, 0, 0]
        if (from >= offset || to < offset) return visit.SKIP
        const isQuote = isScalar(node) && /^["']$/.test(this.text[from] ?? '')
        if (isQuote || ((isMap(node) || isSeq(node)) && node.flow)) start = from
        return undefined
      },
    })
    return start
  }

  #isOnTwoLines(node: unknown): boolean {
    const [start, end] = (node as Node | null)?.range ?? [0, 0]
    return this.text.slice(start, end).includes('\n')
  }

  #placeOf(offset: number): { line: number; column: number } {
    void this.document
    const { line, col } = this.#lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
}

/** A parser stumbles where a line no longer fits, and who wrote it looks where the bracket opens. */
export const isUnclosed = ({ code, message }: Pick<SyntaxProblem, 'code' | 'message'>): boolean =>
  code === 'BLOCK_IN_FLOW' || /^(Flow .* must|Missing closing)/.test(message)

const startOf = (node: unknown) => (node as Node | null)?.range?.[0]
const endOf = (node: unknown) => (node as Node | null)?.range?.[2]
const keyNode = (item: unknown) => (item as Partial<Pair> | null)?.key ?? item
const keyOf = (pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key)

function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Where a text stops being JSON: at the end of the longest part of it that more text could complete. */
function jsonStumble(text: string): Stumble | undefined {
  const error = jsonError(text)
  if (error === undefined) return undefined
  let [sound, broken] = [0, text.length + 1]
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2)
    const found = jsonError(text.slice(0, middle)) ?? ''
    const [, position = middle] = / at position (\d+)/.exec(found) ?? []
    if (found.startsWith('Unexpected token') || Number(position) < middle) broken = middle
    else sound = middle
  }
  const words = error.replaceAll(/( in JSON)? at position .*|, (\.\.\.)?".*/gs, '')
  return { offset: sound, code: 'JSON', message: words.replaceAll(/\s+/g, ' ') }
}

/** Whether a text is JSON in which no object has a key twice: of two, `JSON.parse` keeps one. */
function isSoundJson(text: string): boolean {
  let keys = 0
  const count = function (this: unknown, _key: string, value: unknown) {
    if (!Array.isArray(this)) keys += 1
    return value
  }
  try {
    JSON.parse(text, count)
  } catch {
    return false
  }
  const written = text.match(/"(?:[^"\\]|\\.)*"(\s*:)?/g)?.filter((one) => one.endsWith(':'))
  // The root has a key too, which is empty.
  return (written?.length ?? 0) === keys - 1
}

/** The first alias without an anchor or of the node around it, or the first merge key. */
function shorthand(document: Document.Parsed): Stumble | undefined {
  let found: Stumble | undefined
  const tell = (node: unknown, code: string) => {
    found = { offset: startOf(node) ?? 0, code, message: code }
    return visit.BREAK
  }
  visit(document, {
    Alias: (_, node, around) => {
      const target = node.resolve(document)
      if (target && !around.includes(target as Node)) return undefined
      return tell(node, target ? 'CYCLIC_ALIAS' : 'BAD_ALIAS')
    },
    Pair: (_, { key }) =>
      isScalar(key) && key.value === '<<' ? tell(key, 'MERGE_KEY') : undefined,
  })
  return found
}
