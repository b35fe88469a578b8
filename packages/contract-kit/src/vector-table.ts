import * as v from 'valibot'
import { parseJson, readText } from './read-text.ts'
import { rule } from './rules-of.ts'
import { specsFolder } from './specs-folder.ts'

/** One row of a vector table. `rule` suits a test's title; `rulesOf(row)` gives its ids. */
export type Vector<Given, Want> = {
  name: string
  rule: string
  given: Given
  want: Want
}

/** A file of `specs/vectors`, read and checked on first use. */
export type VectorTable<Row, Fixtures> = {
  readonly file: string
  readonly title: string
  readonly fixtures: Fixtures
  readonly rows: readonly Row[]
}

type Parts<Row, Fixtures> = {
  row: v.GenericSchema<unknown, Row>
  fixtures: v.GenericSchema<unknown, Fixtures>
  folder?: string
}

/** Text that is not empty. */
export const sentence = v.pipe(v.string(), v.trim(), v.nonEmpty())

export const vector = <Given, Want>(
  given: v.GenericSchema<unknown, Given>,
  want: v.GenericSchema<unknown, Want>,
) =>
  v.strictObject({ name: sentence, rule, given, want }) as v.GenericSchema<
    unknown,
    Vector<Given, Want>
  >

/**
 * The table in `vectors/<name>.json`. Its first use throws an `Error` that names the file and the row
 * if a row is wrong, a field unknown, a name used twice or the table empty.
 */
export function vectorTable<Row extends { name: string }, Fixtures>(
  name: string,
  parts: Parts<Row, Fixtures>,
): VectorTable<Row, Fixtures> {
  const file = `vectors/${name}.json`
  let table: Omit<VectorTable<Row, Fixtures>, 'file'> | undefined
  const read = () => {
    table ??= readTable(file, parts)
    return table
  }
  return {
    file,
    get title() {
      return read().title
    },
    get fixtures() {
      return read().fixtures
    },
    get rows() {
      return read().rows
    },
  }
}

function readTable<Row extends { name: string }, Fixtures>(
  file: string,
  { row, fixtures, folder = specsFolder }: Parts<Row, Fixtures>,
) {
  const raw = readShape(
    file,
    parseJson(readText(folder, file), file),
    v.strictObject({ title: sentence, fixtures, rows: v.array(v.unknown()) }),
  )
  const names = new Set<string>()
  const rows = raw.rows.map((one, index) => {
    const read = readShape(`${file} row ${index + 1}${nameOf(one)}`, one, row)
    if (names.has(read.name)) throw tableError(file, `has two rows named "${read.name}"`)
    names.add(read.name)
    return read
  })
  if (rows.length === 0) throw tableError(file, 'has no rows')
  return { title: raw.title, fixtures: raw.fixtures, rows }
}

/** The value in its shape, or an `Error` whose message starts with `specs/<subject>`. */
export function readShape<T>(
  subject: string,
  value: unknown,
  shape: v.GenericSchema<unknown, T>,
): T {
  const result = v.safeParse(shape, value)
  if (result.success) return result.output
  const { pointer, message } = furthest(result.issues)
  throw tableError(`${subject},`, `${pointer || 'the value'}: ${message}`)
}

type Found = { pointer: string; message: string; depth: number }

/** The innermost issue: of alternatives, the one that fits best. */
function furthest(issues: readonly v.GenericIssue[], above = ''): Found {
  const found = issues.map(({ path = [], message, received, expected, issues: inner }): Found => {
    const pointer = above + path.map(({ key }) => `/${key}`).join('')
    if (inner !== undefined) return furthest(inner, pointer)
    // A missing or unknown field is a mistake of the object that holds it: another alternative may fit.
    const isOfObject = received === 'undefined' || expected === 'never'
    return { pointer, message, depth: pointer.split('/').length - (isOfObject ? 1 : 0) }
  })
  return found.reduce((best, one) => (one.depth > best.depth ? one : best))
}

const tableError = (subject: string, problem: string) =>
  new Error(`specs/${subject} ${problem}. Correct the file.`)

function nameOf(row: unknown): string {
  const name = (row as { name?: unknown } | null)?.name
  return typeof name === 'string' ? ` ("${name}")` : ''
}
