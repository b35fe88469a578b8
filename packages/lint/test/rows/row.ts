import type { Edit } from '../broken-copy.ts'

/**
 * A way to break the contract, and the first problem that follows: text on its line, pointer, rule, message and
 * fix. … stands for any text of a line.
 */
export type Row = [
  name: string,
  edits: Edit | Edit[],
  expected: string,
  /** The file of the problem if it is another than the first edited; whether more problems follow. */
  more?: { file?: string; follows?: boolean },
]

/** Rows by the check that must find them. */
export type Rows = Record<string, Row[]>

export const edit =
  (file: string) =>
  (from: string, to: string): Edit => ({ file, from, to })
export const api = edit('openapi.yaml')
export const events = edit('asyncapi.yaml')
export const operator = edit('operator.yaml')
export const redocly = edit('redocly.yaml')
export const statements = edit('statements.yaml')
export const schema = (name: string) => edit(`schemas/${name}.yaml`)
