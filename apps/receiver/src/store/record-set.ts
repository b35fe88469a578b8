import { isUtf8 } from 'node:buffer'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Rows as one parameter, which the statement reads with `as rows (column type, …)`. For hundreds of rows,
 * one parameter per value costs several times as much. Pass plain texts, and times as ISO texts.
 */
export const recordSet = (rows: readonly object[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json)`

/** Inserts rows as one parameter. Each row has the same members, named by column. Pass bytes as `toBytea`. */
export function insertRows(
  table: 'arrivals' | 'events' | 'quarantine',
  rows: readonly object[],
): SQL {
  const into = sql.raw(table)
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  return sql`insert into ${into} (${columns}) select ${columns}
    from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::json)`
}

export const toBytea = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`

/** The text as Postgres can store it: NUL and lone surrogates become U+FFFD. */
export const toPlainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Whether the bytes are UTF-8 text that Postgres can store. */
export const isPlainText = (body: Uint8Array): boolean => isUtf8(body) && !body.includes(0)
