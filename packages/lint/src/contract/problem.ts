import type { Path } from './pointer.ts'

/** One thing that is wrong with the contract: where, what, and what to write instead. */
export type Problem = {
  /** Path below the folder of the contract, with `/`. */
  file: string
  /** 1-based. */
  line: number
  column: number
  /** Place inside the file, e.g. `#/then/required/0`; `#` for the whole of it. */
  pointer: string
  /** The check and its rule, e.g. `dialect/unknown-keyword`. */
  rule: string
  message: string
  fix: string
}

/** What a check knows of a problem when it has the place. */
export type Finding = Pick<Problem, 'rule' | 'message' | 'fix'>

/** What a check finds: a problem whose line is still unknown. */
export type Found = Finding & {
  file: string
  /** Place inside the file. Without it, the problem is the file as a whole, which need not parse. */
  path?: Path | string
  /** Whether to point at the key of the entry, not at its value. */
  onKey?: boolean
}

/** Problems by file and place, each once. */
export function sortProblems(problems: Problem[]): Problem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...byText.values()].sort(
    (a, b) =>
      a.file.localeCompare(b.file, 'en') ||
      a.line - b.line ||
      a.column - b.column ||
      a.rule.localeCompare(b.rule, 'en'),
  )
}

/** The path of the contract as seen from the reader's terminal, and the text of the file to show lines of. */
type FormatOptions = { prefix: string; text?: string | undefined }

/** A problem as three lines, and three lines of the file where `text` is given. */
export function formatProblem(problem: Problem, { prefix, text }: FormatOptions): string {
  const { file, line, column, pointer, rule, message, fix } = problem
  const head = `${prefix}${file}:${line}:${column} ${pointer}`
  const lines = [head, `  ${message} [${rule}]`, `  ${fix}`]
  if (text !== undefined) lines.push(...codeFrame(text, line, column))
  return lines.join('\n')
}

function codeFrame(text: string, line: number, column: number): string[] {
  const lines = text.split('\n')
  const width = String(line + 1).length
  return [line - 1, line, line + 1]
    .filter((number) => number >= 1 && number <= lines.length)
    .flatMap((number) => {
      const gutter = `  ${number === line ? '>' : ' '} ${String(number).padStart(width)} | `
      const shown = `${gutter}${toPlain(lines[number - 1] ?? '').slice(0, 160)}`.trimEnd()
      const mark = `${' '.repeat(gutter.length - 2)}| ${' '.repeat(column - 1)}^`
      return number === line && column <= 160 ? [shown, mark] : [shown]
    })
}

/** Without control characters, which a terminal would obey. */
const toPlain = (line: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  line.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\uFFFD')
