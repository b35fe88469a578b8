import { expect, it, onTestFinished, vi } from 'vitest'
import { buildServer, type ServerOptions } from '../src/index.ts'
import { openFileStore } from './open-test-store.ts'
import { free, operatorToken } from './start-server.ts'

/** The store of the test file, with a set of its open listeners. It refuses listener number `refused`. */
async function countListeners({ refused = Infinity } = {}) {
  const database = await openFileStore()
  const open = new Set<unknown>()
  let asked = 0
  const listen: typeof database.listen = async (...given) => {
    asked += 1
    if (asked === refused) throw new Error('refused')
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

it('takes no jobs if its worker cannot listen', async () => {
  const { open, options } = await countListeners({ refused: 2 })
  const fetch = vi.spyOn(options.database.jobs, 'fetch')
  onTestFinished(() => fetch.mockRestore())
  const server = await buildServer({ ...options, operatorToken })
  await expect(server.listen({ partners: free, operator: free })).rejects.toThrow('refused')
  await server.close()
  expect(fetch).not.toHaveBeenCalled()
  expect(open.size).toBe(0)
})

it('says what it refuses even if its listener cannot be closed', async () => {
  const { options } = await countListeners()
  const listen: typeof options.database.listen = async (...given) => {
    const stop = await options.database.listen(...given)
    return async () => {
      await stop()
      throw new Error('cannot be closed')
    }
  }
  const server = buildServer({
    ...options,
    database: { ...options.database, listen },
    operatorToken: '',
  })
  await expect(server).rejects.toThrow(TypeError)
})
