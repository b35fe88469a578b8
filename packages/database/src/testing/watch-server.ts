import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const everyMs = 100

/**
 * Calls a Postgres server repeatedly, without time limits. The returned function stops that and returns the
 * milliseconds of the slowest call: the delay that the busy machine itself causes.
 */
export function watchServer(url: string): () => Promise<number> {
  let isOn = true
  let slowestMs = 0
  const watching = (async () => {
    while (isOn) {
      const startedMs = performance.now()
      const client = new pg.Client(url)
      await client.connect()
      await client.query('select 1')
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await client.end()
      await delay(everyMs)
    }
  })()
  watching.catch(() => {})
  return async () => {
    isOn = false
    await watching
    return slowestMs
  }
}
