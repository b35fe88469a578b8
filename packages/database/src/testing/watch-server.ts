import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const everyMs = 100

/**
 * Has a client without time limits come to a Postgres server again and again. What it gives ends that,
 * and gives how long the slowest of its calls took, in milliseconds: what a busy machine does to anyone.
 */
export function watchServer(url: string): () => Promise<number> {
  let isOn = true
  let slowestMs = 0
  const watching = (async () => {
    while (isOn) {
      slowestMs = Math.max(slowestMs, await call(url))
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

async function call(url: string): Promise<number> {
  const startedMs = performance.now()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('select 1')
  const tookMs = performance.now() - startedMs
  await client.end()
  return tookMs
}
