import type { ServerDatabase } from '../src/store/open-store.ts'

/** What a test does to the statements of a store on their way. */
export type QueryGate = (run: () => Promise<unknown[]>, text: string) => Promise<unknown[]>

/** The same store, with every statement about a table led through a gate. */
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
