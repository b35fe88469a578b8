import type { ServerDatabase } from '../src/store/open-store.ts'

/** Intercepts a statement: `run` sends it to the store. */
export type QueryGate = (run: () => Promise<unknown[]>, text: string) => Promise<unknown[]>

/** The same store, but statements with this text pass through a gate. */
export function gateQueries(
  database: ServerDatabase,
  part: string,
  gate: QueryGate,
): ServerDatabase {
  const query: ServerDatabase['query'] = <Row>(text: string, values?: readonly unknown[]) => {
    const run = () => database.query<Row>(text, values)
    return text.includes(part) ? (gate(run, text) as Promise<Row[]>) : run()
  }
  return { ...database, query }
}

/** The same store, and how often it ran a statement with this text. */
export function countQueries(database: ServerDatabase, part: string) {
  let count = 0
  const counted = gateQueries(database, part, (run) => {
    count += 1
    return run()
  })
  return { database: counted, count: () => count }
}

/** The error of a store that cannot be reached. */
export const storeRefused = Object.assign(new Error('connect ECONNREFUSED canary:5432'), {
  code: 'ECONNREFUSED',
})
