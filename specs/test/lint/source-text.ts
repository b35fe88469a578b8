import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml'
import { fromPointer, type Path, toPointer } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'

/** What a reader of a file stumbles over. */
export type SyntaxProblem = { line: number; column: number; code: string; message: string }

/** A YAML or JSON file of the contract: its value, and where in the text each part of it stands. */
export class SourceText {
  readonly file: string
  readonly text: string
  readonly #lines = new LineCounter()
  #document: Document.Parsed | undefined
  #syntaxProblems: SyntaxProblem[] | undefined
  #value: { read: unknown } | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** The YAML document; JSON is read as the YAML that it is, for the sake of the places. */
  get document(): Document.Parsed {
    const options = { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: true }
    this.#document ??= parseDocument(this.text, options)
    return this.#document
  }

  /** The value; JSON is read by `JSON.parse` alone. `undefined` when there are syntax problems. */
  get value(): unknown {
    if (this.syntaxProblems.length > 0) return undefined
    const isJson = this.file.endsWith('.json')
    this.#value ??= { read: isJson ? JSON.parse(this.text) : this.document.toJS() }
    return this.#value.read
  }

  get syntaxProblems(): SyntaxProblem[] {
    this.#syntaxProblems ??= this.#findSyntaxProblems()
    return this.#syntaxProblems
  }

  #findSyntaxProblems(): SyntaxProblem[] {
    const problems = [...this.document.errors, ...this.document.warnings].map((error) => ({
      ...this.#placeOf(error.pos[0]),
      code: error.code as string,
      message: error.message.split('\n')[0] ?? '',
    }))
    if (!this.file.endsWith('.json')) return problems
    const json = jsonProblem(this.text)
    return json ? [json] : problems.filter(({ code }) => code === 'DUPLICATE_KEY')
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

  #placeOf(offset: number): { line: number; column: number } {
    void this.document
    const { line, col } = this.#lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
}

const startOf = (node: unknown) => (node as Node | null)?.range?.[0]
const keyOf = (pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key)

function jsonProblem(text: string): SyntaxProblem | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = (error as Error).message
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
    const last = text.split('\n').length
    const what = message.replace(/ in JSON at.*| \(line.*/, '').replace(/, ".*$/s, '')
    return { line: Number(line ?? last), column: Number(column ?? 1), code: 'JSON', message: what }
  }
}
