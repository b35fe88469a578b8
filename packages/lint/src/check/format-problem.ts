import type { Problem } from '../contract/problem.ts'

/** The path of the contract as seen from the reader's terminal, and the text of the file to show lines of. */
export type FormatOptions = { prefix: string; text?: string | undefined }

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
