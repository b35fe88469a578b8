import type { Transaction } from '@partner-platform/database'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Rows as one parameter, which the statement reads as a table by `as rows (column type, …)`. A
 * parameter for each value costs several times as much where there are hundreds of them. Texts must be
 * plain, bytes go as base64, moments as ISO texts.
 */
export const recordSet = (rows: readonly object[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json)`

/** Runs a statement and gives its rows. */
export async function rowsOf<Row>(tx: Transaction, statement: SQL): Promise<Row[]> {
  const { rows } = (await tx.execute(statement)) as unknown as { rows: Row[] }
  return rows
}

export const toBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** The text as every Postgres can hold it: NUL and half surrogate pairs become U+FFFD. */
export const toPlainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Whether the bytes are text as they are, and such as every Postgres can hold. */
export function isPlainText(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body)
    return !body.includes(0)
  } catch {
    return false
  }
}
