import { runLane } from './run-lane.ts'
import type { Contestant } from './start-contestant.ts'

type Load = { connections: number; durationMs: number }

/** One server under load: answers per second, and its CPU time for one. */
export async function measureRound(contestant: Contestant, request: Buffer, load: Load) {
  const beforeUs = await contestant.cpuUs()
  const { answers, seconds } = await measureLoad(contestant.origin, request, load)
  const usedUs = (await contestant.cpuUs()) - beforeUs
  return { 'requests/s': answers / seconds, 'CPU µs': usedUs / answers }
}

/** Sends requests on `connections` connections for `durationMs`, and counts the answers. */
async function measureLoad(origin: string, request: Buffer, { connections, durationMs }: Load) {
  const startMs = performance.now()
  let answers = 0
  const next = () => {
    if (performance.now() - startMs >= durationMs) return null
    answers += 1
    return request
  }
  await stayAwakeUntil(
    Promise.all(Array.from({ length: connections }, () => runLane(origin, next))),
  )
  return { answers, seconds: (performance.now() - startMs) / 1000 }
}

/**
 * Keeps this process from sleeping: to wake it is work of the server's core, which a slow server would
 * do for every answer and a fast one for hardly any.
 */
async function stayAwakeUntil(ended: Promise<unknown>): Promise<void> {
  let isOver = false
  const spin = () => {
    if (!isOver) setImmediate(spin)
  }
  spin()
  await ended.finally(() => {
    isOver = true
  })
}
