import { describe, expect, it } from 'vitest'
import { createHostResolver } from '../../../src/deliver/guard/resolve-host.ts'
import { type NameAnswer, startNameServer } from './name-server.ts'

const { signal } = new AbortController()
const name = 'partner.example'

const start = async (answer: Parameters<typeof startNameServer>[0]) => {
  const server = await startNameServer(answer)
  return { server, resolve: createHostResolver({ servers: [server.address] }) }
}

describe('createHostResolver', () => {
  it('F10 gives the addresses of both families', async () => {
    const { resolve } = await start(() => ({
      A: ['93.184.215.14', '127.0.0.1'],
      AAAA: ['2606:4700:4700:0000:0000:0000:0000:1111'],
    }))
    const found = await resolve(name, signal)
    expect([...found].sort()).toEqual(['127.0.0.1', '2606:4700:4700::1111', '93.184.215.14'])
  })

  it('F10 gives the addresses of one family if the other fails', async () => {
    const { resolve } = await start((type) =>
      type === 'A' ? { A: ['93.184.215.14'], AAAA: [] } : { rcode: 2 },
    )
    expect(await resolve(name, signal)).toEqual(['93.184.215.14'])
  })

  it.each<[string, NameAnswer, string]>([
    ['there is no such name', { rcode: 3 }, 'ENOTFOUND'],
    ['the name has no address', { A: [], AAAA: [] }, 'ENODATA'],
    ['the name server fails', { rcode: 2 }, 'ESERVFAIL'],
    ['the name server refuses', { rcode: 5 }, 'EREFUSED'],
  ])('F10 rejects if %s', async (_says, answer, code) => {
    const { server, resolve } = await start(() => answer)
    await expect(resolve(name, signal)).rejects.toMatchObject({ code })
    expect(server.asked).toBeGreaterThan(0)
  })

  it('F10 queries again each time, without a cache', async () => {
    let asked = 0
    const { resolve } = await start((type) => {
      if (type === 'A') asked += 1
      return { A: [asked === 1 ? '93.184.215.14' : '127.0.0.1'], AAAA: [] }
    })
    expect(await resolve(name, signal)).toEqual(['93.184.215.14'])
    expect(await resolve(name, signal)).toEqual(['127.0.0.1'])
    expect(asked).toBe(2)
  })

  it('F10 does not wait long for one family once it has the other', async () => {
    const { server, resolve } = await start((type) =>
      type === 'A' ? { A: ['93.184.215.14'], AAAA: [] } : 'silence',
    )
    const startedMs = performance.now()
    expect(await resolve(name, signal)).toEqual(['93.184.215.14'])
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    expect(server.asked).toBeGreaterThan(1)
  })

  it('F10 stops waiting when the signal aborts', async () => {
    const { server, resolve } = await start(() => 'silence')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const startedMs = performance.now()
    await expect(resolve(name, controller.signal)).rejects.toMatchObject({ code: 'ECANCELLED' })
    expect(performance.now() - startedMs).toBeLessThan(900)
    expect(server.asked).toBeGreaterThan(0)
  })

  it.each(['localhost', 'localhost.', 'a.localhost'])(
    'resolves %s without a query',
    async (hostname) => {
      const { server, resolve } = await start(() => 'silence')
      expect(await resolve(hostname, signal)).toEqual(['127.0.0.1', '::1'])
      expect(server.asked).toBe(0)
    },
  )

  it('queries a name that only looks local', async () => {
    const { server, resolve } = await start(() => ({ A: ['93.184.215.14'], AAAA: [] }))
    expect(await resolve('localhost.partner.example', signal)).toEqual(['93.184.215.14'])
    expect(await resolve('notlocalhost', signal)).toEqual(['93.184.215.14'])
    expect(server.asked).toBe(4)
  })

  it('F10 does not let slow name servers delay other queries', async () => {
    const slow = await start(() => 'silence')
    const quick = await start(() => ({ A: ['93.184.215.14'], AAAA: [] }))
    const controller = new AbortController()
    // More than the threads of the system resolver.
    const waiting = Array.from({ length: 20 }, () => slow.resolve(name, controller.signal))
    const startedMs = performance.now()
    expect(await quick.resolve(name, signal)).toEqual(['93.184.215.14'])
    expect(performance.now() - startedMs).toBeLessThan(900)
    controller.abort()
    const ended = await Promise.allSettled(waiting)
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
    expect(slow.server.asked).toBeGreaterThan(19)
  })
})
