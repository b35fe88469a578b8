import { type Document, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { CliError, type CliErrorCode } from '../errors.ts'
import { readFile } from '../read-file.ts'

/** More than the largest public documents, of 13 MB. */
const limitBytes = 64 * 1024 * 1024

/** A JSON or YAML file as a tree that keeps order, comments and line numbers. */
export interface Tree {
  path: string
  isJson: boolean
  document: Document
  /** The same as plain data. */
  value: unknown
  /** The line on which a node begins. */
  lineOf(node: unknown): number
}

/** Throws a `CliError` of the code for a file that cannot be parsed, with the line. */
export async function readTree(
  path: string,
  { what, code }: { what: string; code: CliErrorCode },
): Promise<Tree> {
  const bytes = await readFile(path, { what, limitBytes })
  return parseTree(bytes.toString().replace(/^\uFEFF/, ''), { path, code })
}

/** The same for the text of a file. */
export function parseTree(
  text: string,
  { path, code }: { path: string; code: CliErrorCode },
): Tree {
  const lines = new LineCounter()
  // The YAML parser reads JSON too.
  // Quotes text such as 2026-11-22, 12:30:00 or no, which YAML 1.1 would not read as text.
  const options = { lineCounter: lines, keepSourceTokens: false, compat: 'yaml-1.1' } as const
  const document = parseDocument(text, options)
  const [error] = document.errors
  if (error !== undefined) {
    const [message = ''] = error.message.split(/ at line|\n/)
    const { line = 1 } = error.linePos?.[0] ?? {}
    throw new CliError(code, `${path}:${line} cannot be parsed: ${message}. Correct it.`)
  }
  keepLongIntegers(document)
  const value = toValue(document, { path, code })
  writeOutAliases(document)
  return {
    path,
    document,
    value,
    isJson: isJson(text),
    lineOf: (node) => lines.linePos((node as { range?: number[] } | null)?.range?.[0] ?? 0).line,
  }
}

function toValue(document: Document, { path, code }: { path: string; code: CliErrorCode }) {
  try {
    return document.toJS() as unknown
  } catch (cause) {
    const { message } = cause as Error
    throw new CliError(code, `${path} cannot be read: ${message}. Correct it.`, { cause })
  }
}

/** Decimal, or hexadecimal or octal as in YAML. */
const integer = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i

/** An integer too large for a JavaScript number stays as written. */
function keepLongIntegers(document: Document): void {
  visit(document, {
    Scalar(_, scalar) {
      const { value, source = '' } = scalar
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return
      if (integer.test(source)) scalar.value = BigInt(source)
    },
  })
}

/** Copies aliased nodes, so that a change in one place does not affect another. */
function writeOutAliases(document: Document): void {
  visit(document, {
    Alias(_, alias) {
      return alias.resolve(document)?.clone() as Node | undefined
    },
  })
  visit(document, {
    Node(_, node) {
      if ('anchor' in node) delete node.anchor
    },
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
