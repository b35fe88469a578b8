import * as v from 'valibot'
import {
  parseWith,
  readBytes,
  readShape,
  rule,
  sentence,
  specsFolder,
  toText,
} from './read-text.ts'

/** One row of a vector table. `rule` suits a test's title; `rulesOf(row)` gives its ids. */
type Vector<Given, Want> = { name: string; rule: string; given: Given; want: Want }

/** A file of `specs/vectors`, read and checked on first use. */
type VectorTable<Row, Fixtures> = {
  readonly file: string
  readonly title: string
  readonly fixtures: Fixtures
  readonly rows: readonly Row[]
}

export const vector = <Given, Want>(
  given: v.GenericSchema<unknown, Given>,
  want: v.GenericSchema<unknown, Want>,
) =>
  v.strictObject({ name: sentence, rule, given, want }) as v.GenericSchema<
    unknown,
    Vector<Given, Want>
  >

export const anyFixtures: v.GenericSchema<unknown, Record<string, unknown>> = v.record(
  v.string(),
  v.unknown(),
)

type Parts<Row, Fixtures> = {
  row: v.GenericSchema<unknown, Row>
  fixtures: v.GenericSchema<unknown, Fixtures>
  /** @default the contract */
  folder?: string
}

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
  const table = readShape(
    file,
    parseWith(JSON.parse, toText(readBytes(folder, file)), file),
    v.strictObject({ title: sentence, fixtures, rows: v.array(v.unknown()) }),
  )
  const names = new Set<string>()
  const rows = table.rows.map((one, index) => {
    const { name } = Object(one) as { name?: unknown }
    const called = typeof name === 'string' ? ` ("${name}")` : ''
    const read = readShape(`${file} row ${index + 1}${called}`, one, row)
    if (names.has(read.name))
      throw new Error(`specs/${file} has two rows named "${read.name}". Correct the file.`)
    names.add(read.name)
    return read
  })
  if (rows.length === 0) throw new Error(`specs/${file} has no rows. Correct the file.`)
  return { ...table, rows }
}
