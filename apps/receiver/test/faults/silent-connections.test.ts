import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { triesMutants } from '@partner-platform/harness'
import { httpLimits } from '@partner-platform/http-edge'
import { until } from '@partner-platform/settings/testing'
import { it, type TestContext } from 'vitest'
import { createEmbedded } from '../use-store.ts'
import { type Odds, openScene, soundReport } from './open-scene.ts'

const timeout = 300_000
const { connections } = httpLimits
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const deliveries = 50
/** Fewer than the system queues for a server that is slow to accept them. */
const batch = 256

/** Fills a receiver with silent connections, and then delivers, each time on a new connection. */
async function crowd(context: TestContext, { room, ...odds }: Odds & { room: number }) {
  const scene = openScene(await createEmbedded(context), context, { timeoutMs: timeout })
  // The silent ones stay for the whole test, however slow the machine is.
  const receiver = await scene.start({ ...odds, requestTimeoutMs: 300_000 })
  const { hostname: host, port } = new URL(receiver.url)
  const silent: Socket[] = []
  context.onTestFinished(() => {
    for (const socket of silent) socket.destroy()
  })
  const openSilent = async (index: number) => {
    const localAddress = addresses[index % addresses.length] ?? ''
    const socket = connect({ host, port: Number(port), localAddress }).on('error', () => {})
    silent.push(socket)
    await once(socket, 'connect')
  }
  for (let first = 0; first < connections; first += batch) {
    await Promise.all(Array.from({ length: batch }, (_, index) => openSilent(first + index)))
    const opened = Math.min(first + batch, room)
    const what = `${opened} accepted connections`
    await until(async () => (await receiver.callers()) === opened, { what, timeoutMs: timeout })
  }
  const statuses = new Set<number | undefined>()
  for (let count = 0; count < deliveries; count++) {
    statuses.add((await scene.send(receiver)).reply?.status)
    scene.sender.close()
  }
  return { scene, receiver, statuses }
}

it(`F27 ${connections} silent connections keep no delivery out`, { timeout }, async (context) => {
  const { expect } = context
  const { scene, receiver, statuses } = await crowd(context, { room: connections })
  expect(statuses).toEqual(new Set([202]))
  // Each new connection replaced one, and no more.
  expect(await receiver.callers()).toBeGreaterThan(connections - deliveries - 5)
  expect(await scene.finish(receiver, { timeoutMs: timeout })).toMatchObject(soundReport)
})

if (triesMutants)
  it('F27 finds the mutant that refuses late callers', { timeout }, async (context) => {
    const odds = { mutant: 'refuses late callers', room: connections - 1 } as const
    const { statuses } = await crowd(context, odds)
    context.expect(statuses).toEqual(new Set([undefined]))
  })
