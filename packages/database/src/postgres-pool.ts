import { Socket } from 'node:net'
import pg from 'pg'
import { postgresValues } from './postgres-values.ts'
import type { StoreOptions } from './store.ts'
import { isUnavailable } from './unavailable.ts'

/** How long the wait for a connection may take, and how long a statement, before its caller is told. */
const connectionTimeoutMs = 1_500
const statementTimeoutMs = 3_000
/** The server, if it lives, ends a statement before the client gives up on the connection. */
const answerTimeoutMs = 3_300
/** The server drops what has been idle for longer; the pool, if it lives, does so after 10 s. */
const idleSessionTimeoutMs = 30_000
/** How long the other side has to close a connection that this side has closed. */
const farewellMs = 500
/** How long closing waits for what is under way. */
const closeTimeoutMs = 5_000

/**
 * A queue fills in less time than Postgres takes to count it anew. Told that it is empty, the planner
 * reads and sorts all that waits for each few jobs that are taken; so it reads in the order of an index.
 */
const inOrder = '-c enable_bitmapscan=off'

type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** One connection, lent out; a connection that failed refuses everything from then on. */
export type Connection = { query: Query }

export type PoolOptions = StoreOptions & {
  size: number
  /** Whether the engine is Postgres itself, with its locks and its planner. */
  isPostgres: boolean
}

type ConfigOptions = Pick<PoolOptions, 'isPostgres'> & { sockets: Set<Socket> }

export type PostgresPool = {
  /** Settings of a connection like those of the pool. */
  config: pg.ClientConfig
  /** Lends a connection to `work`; one that failed is thrown away afterwards. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Throws away what was connected until now, as each connection comes up. */
  distrust(): void
  close(): Promise<void>
}

/**
 * Connections to a Postgres server. Each failure says whether to trust the others: when a connection
 * broke or did not answer, those that lie idle are likely dead too, and their next users need not find
 * that out one after the other.
 */
export function createPool(
  url: string,
  { size, isPostgres, guard, onError }: PoolOptions,
): PostgresPool {
  const sockets = new Set<Socket>()
  const config = toConfig(url, { isPostgres, sockets })
  const pool = new pg.Pool({ ...config, max: size })
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  pool.on('error', onError)
  pool.on('connect', (client) => generations.set(client, generation))

  const take = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }
  return {
    config,
    async use(work) {
      guard.assertOutside()
      const client = await take()
      let isReturned = false
      let failure: Error | undefined
      const fail = (error: Error) => {
        failure ??= error
      }
      client.on('error', fail)
      const query: Query = async (text, values) => {
        if (isReturned) throw createReturnedError()
        if (failure) throw failure
        try {
          return await client.query(text as pg.QueryConfig, values)
        } catch (error) {
          if (!isAnswer(error)) fail(error as Error)
          throw error
        }
      }
      try {
        return await work({ query })
      } finally {
        isReturned = true
        client.off('error', fail)
        if (isUnavailable(failure) && generations.get(client) === generation) generation += 1
        client.release(failure)
      }
    },
    distrust() {
      generation += 1
    },
    async close() {
      await within(closeTimeoutMs, pool.end())
      await within(farewellMs, Promise.all([...sockets].map(toClosed)))
      for (const socket of sockets) socket.destroy()
    },
  }
}

const createReturnedError = () =>
  new TypeError(
    'The transaction has ended: expected its tx inside of it only. Await every statement in it.',
  )

function toConfig(url: string, { isPostgres, sockets }: ConfigOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'partner-platform',
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: answerTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: `-c idle_session_timeout=${idleSessionTimeoutMs} ${isPostgres ? inOrder : ''}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: postgresValues,
    stream: () => openSocket(sockets),
  }
}

/** A socket that does not wait for ever for a far end that is gone. */
function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  socket.once('finish', () => setTimeout(() => socket.destroy(), farewellMs).unref())
  return socket
}

/** Whether the server said no and the connection goes on. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !['FATAL', 'PANIC'].includes(error.severity ?? '')
}

function toClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
  })
}

async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}
