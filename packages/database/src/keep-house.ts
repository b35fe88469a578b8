import type { EmbeddedEngine } from './embedded-engine.ts'

/** What is written to the log is kept until a checkpoint, and read again after a crash. */
const logLimitBytes = 16 * 1024 * 1024

/** Tables of which a fifth is dead, or a tenth has changed since the planner last looked. */
const staleTables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

const logBytes = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`

/**
 * One round of what a Postgres server does by itself in the background, and the embedded one, which
 * has no background, never: gives the room of dead rows back, counts for the planner, and cuts the log.
 */
export async function tidy(engine: Pick<EmbeddedEngine, 'run'>): Promise<void> {
  const stale = await engine.run((pglite) => pglite.query<{ name: string }>(staleTables))
  // Table by table, so that others come in between.
  for (const { name } of stale.rows) {
    await engine.run((pglite) => pglite.exec(`vacuum (analyze) ${name}`))
  }
  const { rows } = await engine.run((pglite) => pglite.query<{ bytes: number }>(logBytes))
  if ((rows[0]?.bytes ?? 0) > logLimitBytes) await engine.run((pglite) => pglite.exec('checkpoint'))
}

export type HouseOptions = {
  /** Rest between two rounds. @default 60_000 */
  everyMs?: number
  onError(error: unknown): void
}

/** Tidies again and again until the returned function is called. */
export function keepHouse(
  engine: Pick<EmbeddedEngine, 'run'>,
  { everyMs = 60_000, onError }: HouseOptions,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const arm = () => {
    if (isStopped) return
    timer = setTimeout(() => tidy(engine).catch(onError).then(arm), everyMs).unref()
  }
  arm()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
