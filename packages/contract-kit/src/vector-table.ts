import { parseJson, readText } from './read-text.ts'
import { rule } from './rules-of.ts'
import { anything, listOf, object, type Shape, ShapeError, sentence } from './shape.ts'
import { specsFolder } from './specs-folder.ts'

/** One row of a vector table: `rule` reads well in a test's title, `rulesOf(row)` gives its ids. */
export type Vector<Given, Want> = {
  name: string
  rule: string
  given: Given
  want: Want
}

/** A file of `specs/vectors`, read and checked when first touched. */
export type VectorTable<Row, Fixtures> = {
  readonly file: string
  readonly title: string
  readonly fixtures: Fixtures
  readonly rows: readonly Row[]
}

type Parts<Row, Fixtures> = {
  row: Shape<Row>
  fixtures: Shape<Fixtures>
  folder?: string
}

export const vector = <Given, Want>(given: Shape<Given>, want: Shape<Want>) =>
  object<Vector<Given, Want>>({ name: sentence, rule, given, want })

/**
 * The table in `vectors/<name>.json`, each row of its shape. Touching it throws an `Error` that names
 * the file and the row when a row is wrong, a field unknown, a name double or the table empty.
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
    object({ title: sentence, fixtures, rows: listOf(anything) }),
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
export function readShape<T>(subject: string, value: unknown, shape: Shape<T>): T {
  try {
    return shape(value, '')
  } catch (error) {
    if (error instanceof ShapeError) throw tableError(`${subject},`, error.message)
    throw error
  }
}

const tableError = (subject: string, problem: string) =>
  new Error(`specs/${subject} ${problem}. Correct the file.`)

function nameOf(row: unknown): string {
  const name = (row as { name?: unknown } | null)?.name
  return typeof name === 'string' ? ` ("${name}")` : ''
}
