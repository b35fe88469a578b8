import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/*
 * Many values as one parameter. With a parameter for each, a statement would have another text for each number
 * of values, and the store would have to parse and plan it again.
 */

/** Rows of a table, for `from`. Columns without a value are null, even if they have a default. */
export function recordSet<Table extends PgTable>(
  table: Table,
  rows: readonly Partial<Table['$inferInsert']>[],
): SQL {
  const columns = Object.entries(getTableColumns(table))
  const records = rows.map((row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, toJson(row[key])])),
  )
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`
}

/** The columns that `insertRows` fills: those that the schema names, and no others that the table may have. */
const namesOf = (table: PgTable): SQL =>
  sql.join(
    Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/** Inserts rows, which must have every column. */
export const insertRows = <Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
): SQL =>
  sql`insert into ${table} (${namesOf(table)}) select ${namesOf(table)} from ${recordSet(table, rows)}`

const toJson = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value

/** Whether a column has one of the values. */
export const isAnyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
