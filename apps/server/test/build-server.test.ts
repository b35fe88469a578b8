import { expect, it } from 'vitest'
import { buildServer, type ServerOptions } from '../src/index.ts'
import { openFileStore } from './open-test-store.ts'
import { operatorToken } from './start-server.ts'

/** The store of the test file, which counts its open listeners. */
async function countListeners() {
  const database = await openFileStore()
  const open = new Set<unknown>()
  const listen: typeof database.listen = async (...given) => {
    const stop = await database.listen(...given)
    open.add(stop)
    return () => stop().finally(() => open.delete(stop))
  }
  return {
    open,
    options: { database: { ...database, listen }, environment: 'development' } as const,
  }
}

it.each<[string, Partial<ServerOptions>]>([
  ['token', { operatorToken: 'short' }],
  ['rate limit', { rateLimit: { quota: 0, windowSeconds: 60 } }],
  ['list of proxies', { proxies: ['none'] }],
])('leaves no listener open if it refuses a %s', async (_name, bad) => {
  const { open, options } = await countListeners()
  await expect(buildServer({ ...options, operatorToken, ...bad })).rejects.toThrow(TypeError)
  expect(open.size).toBe(0)
})
