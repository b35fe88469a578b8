import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeParty } from './make-party.ts'
import { startReceiver } from './start-receiver.ts'
import { countriesPath, startServer } from './start-server.ts'

function isOpen(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

it('F5 lets an attempt in flight finish before it stops', async () => {
  const arrived = Promise.withResolvers<() => void>()
  const receiver = await startReceiver((response) => {
    arrived.resolve(() => void response.writeHead(202).end())
  })
  const { url, operator, logs, close } = await startServer({ role: 'all' })
  const { emit } = await makeParty(operator, receiver)
  await emit('RETURNED')
  const answer = await arrived.promise
  const closing = close()
  // It has begun to stop once it accepts no more partners.
  await expect.poll(() => isOpen(url)).toBe(false)
  answer()
  await closing
  expect(receiver.requests).toHaveLength(1)
  expect(logs.filter((line) => line.includes('"outcome":"accepted"'))).toHaveLength(1)
})

it('F5 stops after the grace time even if an endpoint never answers and a caller never finishes', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const closeGraceMs = 100
  const { url, operator, close } = await startServer({ role: 'all', limits: { closeGraceMs } })
  const reached = once(silent, 'connection')
  const { emit } = await makeParty(operator, { url: `http://127.0.0.1:${port}/hook` })
  await emit('RETURNED')
  await reached
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  caller.on('error', () => {})
  onTestFinished(() => void caller.destroy())
  caller.write(`GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`)
  await once(caller, 'connect')
  const startedMs = performance.now()
  await close()
  expect(performance.now() - startedMs).toBeGreaterThan(closeGraceMs * 0.9)
  // Far less than the timeout of an attempt.
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})
