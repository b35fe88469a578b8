import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import {
  type Connection,
  createPool,
  type PoolOptions,
  type PostgresPool,
} from './postgres-pool.ts'
import {
  type Listener,
  type NoSchema,
  type Orm,
  type Store,
  toValues,
  type Values,
} from './store.ts'

/** Key of the advisory lock for the set-up: arbitrary, but the same in every process. */
const setUpLock = 4_020_026
/** Includes the wait for another process that is setting up. */
const setUpTimeoutMs = 60_000

type PostgresOptions = Omit<PoolOptions, 'size'> & { url: string; poolSize?: number }

/**
 * A Postgres server. Every request succeeds or fails within about 5 s. A server that was down or frozen
 * is used again as soon as it answers.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { url, poolSize = 10, guard } = options
  const pool = createPool(url, { ...options, size: poolSize })
  const query: Connection['query'] = (text, values) =>
    pool.use((connection) => connection.query(text, values))
  return {
    kind: 'postgres',
    orm: toOrm({ query }),
    query: async <Row>(text: string, values?: Values) =>
      (await pool.use((connection) => connection.query(text, toValues(values)))).rows as Row[],
    transaction: (work, config) =>
      runTransaction(pool, (tx) => guard.inside(async () => work(tx)), config),
    setUp: (work) => setUp(pool, options, work),
    jobsDb: { executeSql: query },
    listen: (channel, listener) =>
      listenOnPostgres(pool.findConfig, channel, {
        ...listener,
        onLost(error) {
          pool.distrust()
          options.onError(error)
        },
        onRefused: () => pool.distrust(),
      }),
    close: () => pool.close(),
  }
}

/** The part of a connection that Drizzle needs. */
const toOrm = (connection: Connection) =>
  drizzle(connection as unknown as pg.PoolClient) as unknown as Orm

function runTransaction<T>(
  pool: PostgresPool,
  work: (tx: Orm) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  return pool.use(async (connection) => {
    let lastCommand = ''
    let failure: { error: unknown } | undefined
    const query: Connection['query'] = async (text, values) => {
      const result = await connection.query(text, values)
      lastCommand = result.command
      return result
    }
    const result = await toOrm({ query })
      .transaction(async (tx) => {
        try {
          return await work(tx as unknown as Orm)
        } catch (error) {
          failure = { error }
          throw error
        }
      }, config)
      .catch((error: unknown) => {
        // The first error says more than the failed rollback.
        throw failure ? failure.error : error
      })
    if (lastCommand !== 'COMMIT') throw createAbortedError()
    return result
  })
}

/** If a statement of the transaction failed, Postgres answers `commit` with a rollback, without an error. */
function createAbortedError(): Error {
  const message = 'Transaction was rolled back instead of committed'
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), {
    severity: 'ERROR',
    code: '25P02',
  })
}

async function setUp(
  { findConfig }: PostgresPool,
  { isPostgres, onError }: PostgresOptions,
  work: Parameters<Store['setUp']>[0],
): Promise<void> {
  const client = new pg.Client({
    ...(await findConfig()),
    query_timeout: setUpTimeoutMs,
    statement_timeout: setUpTimeoutMs,
    idle_in_transaction_session_timeout: setUpTimeoutMs,
  })
  client.on('error', onError)
  await client.connect()
  try {
    if (isPostgres) await client.query('select pg_advisory_lock($1)', [setUpLock])
    await work({
      migrate: (migrationsFolder) =>
        migrate<NoSchema>(drizzle<NoSchema, pg.Client>(client), { migrationsFolder }),
      jobsDb: { executeSql: (text, values) => client.query(text, values) },
    })
  } finally {
    await client.end()
  }
}

/** Interval of the heartbeat, time limit for its answer, and pause before a new connection. */
const heartbeatMs = 1_500
const heartbeatTimeoutMs = 2_000
const reconnectMs = 500

type LineListener = Listener & {
  onLost(error: unknown): void
  /** A new connection could not be opened. */
  onRefused(): void
}

/**
 * Listens on its own connection. A connection that fails, does not answer a heartbeat, or leads to a server
 * that is no longer the primary is replaced within seconds of the server's return. Rejects if the first
 * connection fails.
 */
async function listenOnPostgres(
  findConfig: () => Promise<pg.ClientConfig>,
  channel: string,
  { onPayload, onLive, onLost, onRefused }: LineListener,
): Promise<() => Promise<void>> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let line: pg.Client | undefined

  const connect = async () => {
    const config = await findConfig()
    const client = new pg.Client({ ...config, query_timeout: heartbeatTimeoutMs })
    client.on('error', (error) => lose(client, error))
    client.on('end', () => lose(client, new Error('Connection terminated')))
    client.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      hangUp(client)
      throw error
    }
    if (isClosed) return hangUp(client)
    line = client
    onLive(true)
    beat(client, config)
  }
  const beat = (client: pg.Client, config: pg.ClientConfig) => {
    const check = async () => {
      await client.query('select 1')
      // An old primary that keeps running still answers, but does not send the notifications of the new one.
      const { connectionString } = await findConfig()
      if (connectionString !== config.connectionString)
        throw new Error('Another server is the primary now.')
    }
    timer = setTimeout(() => {
      check().then(
        () => line === client && beat(client, config),
        (error: unknown) => lose(client, error),
      )
    }, heartbeatMs)
  }
  const lose = (client: pg.Client, error: unknown) => {
    if (line !== client) return
    line = undefined
    clearTimeout(timer)
    hangUp(client)
    onLive(false)
    onLost(error)
    retry()
  }
  const retry = () => {
    timer = setTimeout(() => {
      connect().catch(() => {
        onRefused()
        if (!isClosed) retry()
      })
    }, reconnectMs)
  }
  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    const client = line
    line = undefined
    await client?.end()
  }
}

const hangUp = (client: pg.Client) => void client.end().catch(() => {})
