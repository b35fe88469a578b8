/** Writes so many bytes to the log and none to a table. */
export const log = `select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`

/** Writes to the log until it is refused. */
export async function fillLog(database: {
  query(text: string): Promise<unknown>
}): Promise<unknown> {
  for (let time = 0; time < 200; time++) {
    try {
      await database.query(log)
    } catch (error) {
      return error
    }
  }
  throw new Error('The log was expected to be full.')
}
