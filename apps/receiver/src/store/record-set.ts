import { isUtf8 } from 'node:buffer'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Rows as one parameter, which the statement reads with `as rows (column type, …)`. For hundreds of rows,
 * one parameter per value costs several times as much. Pass plain texts, bytes as base64, which is
 * shorter than hexadecimal, and times as ISO texts.
 */
export const recordSet = (rows: readonly object[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json)`

export const toBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** The text as Postgres can store it: NUL and lone surrogates become U+FFFD. */
export const toPlainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Whether the bytes are UTF-8 text that Postgres can store. */
export const isPlainText = (body: Uint8Array): boolean => isUtf8(body) && !body.includes(0)
