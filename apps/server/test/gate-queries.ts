import type { ServerDatabase } from '../src/store/open-store.ts'

/** Intercepts a statement: `run` sends it to the store. */
export type QueryGate = (run: () => Promise<unknown[]>, text: string) => Promise<unknown[]>

/** The same store, but statements that mention a table pass through a gate. */
export function gateQueries(
  database: ServerDatabase,
  table: string,
  gate: QueryGate,
): ServerDatabase {
  const query: ServerDatabase['query'] = <Row>(text: string, values?: readonly unknown[]) => {
    const run = () => database.query<Row>(text, values)
    return text.includes(table) ? (gate(run, text) as Promise<Row[]>) : run()
  }
  return { ...database, query }
}
