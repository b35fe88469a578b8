import { onTestFinished } from 'vitest'
import { openTestDatabase } from '../open-test-database.ts'
import { startLoad } from './load.ts'

export const poolSize = 6

export type Scene = Awaited<ReturnType<typeof startScene>>

/** A database under load, and what its listener heard. Tests that run side by side give their own hook. */
export async function startScene(url: string, onFinished = onTestFinished) {
  const location = { kind: 'postgres', url, poolSize } as const
  const database = await openTestDatabase(location, { superviseSeconds: 1 })
  onFinished(() => database.close())
  const lives: boolean[] = []
  const payloads: string[] = []
  await database.listen('scene', {
    onLive: (isLive) => lives.push(isLive),
    onPayload: (payload) => payloads.push(payload),
  })
  const load = startLoad(database, 2 * poolSize)
  onFinished(() => load.stop())
  await load.ackedMore(100)
  return { database, load, lives, payloads, url }
}
