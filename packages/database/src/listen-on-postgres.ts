import pg from 'pg'
import type { Channel, Listener } from './store.ts'

/** Interval of the heartbeat, time limit for its answer, and pause before a new connection. */
const heartbeatMs = 1_500
const heartbeatTimeoutMs = 2_000
const reconnectMs = 500

export type LineListener = Listener & {
  onLost(error: unknown): void
  /** A new connection could not be opened. */
  onRefused(): void
}

/**
 * Listens on its own connection. A connection that fails, does not answer a heartbeat, or leads to a server
 * that is no longer the primary is replaced within seconds of the server's return. Rejects if the first
 * connection fails.
 */
export async function listenOnPostgres(
  findConfig: () => Promise<pg.ClientConfig>,
  channel: Channel,
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

function hangUp(client: pg.Client): void {
  client.end().catch(() => {})
}
