import { Socket } from 'node:net'
import pg from 'pg'
import { isUnavailable } from './errors.ts'
import { createPrimary, type Era } from './find-primary.ts'
import { mostPrepared, planInOrder, type StoreOptions } from './store.ts'

/** Time limits for a connection and for a statement. */
const connectionTimeoutMs = 1_500
const statementTimeoutMs = 3_000
/** A live server ends a statement before the client gives up on the connection. */
const answerTimeoutMs = 3_300
/** The server drops connections that are idle for longer; a live pool does so after 10 s. */
const idleSessionTimeoutMs = 30_000
/** Time for the other side to close a connection that this side has closed. */
const farewellMs = 500
/** Time that closing waits for work in flight. */
const closeTimeoutMs = 5_000

type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** A borrowed connection; after a failure it refuses everything. */
export type Connection = { query: Query }

export type PoolOptions = StoreOptions & {
  size: number
  /** Whether the engine is Postgres itself, with its locks and its planner. */
  isPostgres: boolean
}

type ConfigOptions = Pick<PoolOptions, 'isPostgres'> & { sockets: Set<Socket> }

export type PostgresPool = ReturnType<typeof createPool>

/**
 * Connections to a Postgres server; to the primary if the URL names several hosts. If a connection fails
 * or does not answer, the idle ones are probably dead too, so the pool drops them all at once.
 */
export function createPool(url: string, { size, isPostgres, guard, onError }: PoolOptions) {
  const sockets = new Set<Socket>()
  const toConfig = (host: string) => configOf(host, { isPostgres, sockets })
  const urls = toHostUrls(url) ?? [url]
  const primary = createPrimary(urls, toConfig)
  const eras = new WeakMap<pg.ClientBase, Era>()
  class Client extends pg.Client {
    constructor() {
      super(toConfig(primary.last().url))
      eras.set(this, primary.last())
      // The pool removes its listener when it lends a client, and a fatal error may arrive in the same packet
      // as the answer before it. The next query reports it.
      this.on('error', () => {})
    }
  }
  const toQuery = createNaming({ isPostgres })
  const pool = new pg.Pool({ connectionTimeoutMillis: connectionTimeoutMs, max: size, Client })
  pool.on('error', onError)

  const take = async (): Promise<pg.PoolClient> => {
    for (;;) {
      await primary.find()
      const client = await pool.connect().catch((error: unknown) => {
        if (!isPoolBusy(error)) primary.forget()
        throw error
      })
      if (primary.isKnown(eras.get(client))) return client
      client.release(true)
    }
  }
  const isOver = (error: unknown) => {
    if (!isAnswer(error)) return true
    const { code } = error as pg.DatabaseError
    // A primary that became a standby still answers, but refuses every write. A prepared statement whose
    // columns changed their type fails for as long as the connection lives.
    return (urls.length > 1 && code === '25006') || code === '0A000'
  }
  return {
    /** Connection settings like the pool's, for the server that accepts writes. */
    findConfig: async () => toConfig((await primary.find()).url),
    /** Lends a connection to `work`, and discards it afterwards if it failed. */
    async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
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
          return await client.query(toQuery(text, values), values)
        } catch (error) {
          if (isOver(error)) fail(error as Error)
          throw error
        }
      }
      try {
        return await work({ query })
      } finally {
        isReturned = true
        client.off('error', fail)
        if (isUnavailable(failure) && primary.isKnown(eras.get(client))) primary.forget()
        client.release(failure)
      }
    },
    /** Discards each current connection as soon as it is free. */
    distrust: () => primary.forget(),
    async close(): Promise<void> {
      await within(closeTimeoutMs, pool.end())
      await within(farewellMs, Promise.all([...sockets].map(toClosed)))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Names statements with parameters, so that Postgres parses and plans each only once per connection. It
 * keeps them as long as the connection, so only the first texts get a name.
 */
function createNaming({ isPostgres }: Pick<PoolOptions, 'isPostgres'>) {
  const names = new Map<string, string>()
  return (query: string | pg.QueryConfig, values: unknown[] = []): pg.QueryConfig => {
    const config = typeof query === 'string' ? { text: query } : query
    const { text } = config
    if (!isPostgres || values.length === 0) return config
    if (names.size < mostPrepared && !names.has(text)) names.set(text, `s${names.size}`)
    const name = names.get(text)
    return name === undefined ? config : { ...config, name }
  }
}

const createReturnedError = () =>
  new TypeError(
    'The transaction has ended, so its tx cannot be used. Await every statement inside the transaction.',
  )

function configOf(url: string, { isPostgres, sockets }: ConfigOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'partner-platform',
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: answerTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: `-c idle_session_timeout=${idleSessionTimeoutMs} ${isPostgres ? planInOrder.join(' ') : ''}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: postgresValues,
    stream: () => openSocket(sockets),
  }
}

/** A socket that does not wait forever for a peer that is gone. */
function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  socket.once('finish', () => setTimeout(() => socket.destroy(), farewellMs).unref())
  return socket
}

/** Whether all connections were in use for too long, which says nothing about the server. */
const isPoolBusy = (error: unknown) =>
  (error as Error).message === 'timeout exceeded when trying to connect'

/** Whether the server refused and the connection is still usable. */
const isAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError && !['FATAL', 'PANIC'].includes(error.severity ?? '')

const toClosed = (socket: Socket) =>
  new Promise<void>((resolve) => void socket.once('close', () => resolve()))

async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}

const { INT8, DATE } = pg.types.builtins
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009 as number

/** Whole numbers as numbers while they are exact, like the embedded store. */
function toWholeNumber(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(
  TEXT_ARRAY,
  'text',
)

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, toWholeNumber],
  [
    INT8_ARRAY,
    (text) => parseTextArray(text).map((item) => (item === null ? null : toWholeNumber(item))),
  ],
  // A day begins at midnight UTC, wherever the process runs.
  [DATE, (text) => new Date(text)],
])

/** Column values like those of the embedded store, so that rows are the same on both. */
const postgresValues: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) ||
    pg.types.getTypeParser(id, format as 'text' | undefined),
}

/**
 * One URL for each host in a Postgres URL such as `postgres://user@one:5432,two:5432/name`, otherwise
 * equal; `undefined` if it is not a Postgres URL.
 */
export function toHostUrls(url: string): readonly string[] | undefined {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`)
  const isWhole = (one: string) => URL.canParse(one) && (urls.length === 1 || hostOf(one) !== '')
  return before !== '' && urls.every(isWhole) ? urls : undefined
}

const hostOf = (url: string) => new URL(url).hostname
