import pg from 'pg'

const { INT8, DATE } = pg.types.builtins
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009 as number

/** Whole numbers as numbers while they are exact, as the embedded store gives them. */
function toWholeNumber(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(
  TEXT_ARRAY,
  'text',
)

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, toWholeNumber],
  [
    INT8_ARRAY,
    (text) => parseTextArray(text).map((item) => (item === null ? null : toWholeNumber(item))),
  ],
  // A day begins at midnight UTC, wherever the process runs.
  [DATE, (text) => new Date(text)],
])

/** Column values as the embedded store gives them, so that rows are alike on both. */
export const postgresValues: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) ||
    pg.types.getTypeParser(id, format as 'text' | undefined),
}
