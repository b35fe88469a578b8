import { once } from 'node:events'
import { connect } from 'node:net'
import { httpLimits } from '@partner-platform/http-edge'
import { until } from '@partner-platform/settings/testing'
import { describe, it, type TestContext } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, soundReport } from './open-scene.ts'
import type { Odds } from './start-odd-receiver.ts'
import { createEmbedded } from './use-stores.ts'

const timeout = 120_000
const { connections } = httpLimits
/** Fewer at once than the system keeps waiting for the server. */
const batchSize = 256
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const deliveries = 50
/** The silent ones stay for the whole test, however busy the machine is. */
const requestTimeoutMs = 300_000
/** A delivery that takes longer fails. */
const patienceMs = 5_000

/** Fills a receiver with connections that say nothing, and then delivers, each time on a new connection. */
async function crowd(context: TestContext, { room, ...odds }: Odds & { room: number }) {
  const location = await createEmbedded(context)
  const scene = openScene(location, context, { timeoutMs: patienceMs })
  const receiver = await scene.startOdd({ ...odds, requestTimeoutMs })
  const { hostname: host, port } = new URL(receiver.url)
  const openSilent = async (index: number) => {
    const localAddress = addresses[index % addresses.length] ?? ''
    const socket = connect({ host, port: Number(port), localAddress })
    context.onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.on('error', () => {})
  }
  for (let first = 0; first < connections; first += batchSize) {
    await Promise.all(Array.from({ length: batchSize }, (_, index) => openSilent(first + index)))
  }
  await until(async () => (await receiver.callers()) === room, { what: 'a full receiver' })
  const statuses: (number | undefined)[] = []
  while (statuses.length < deliveries) {
    statuses.push((await scene.send(receiver)).reply?.status)
    scene.sender.close()
  }
  return { scene, receiver, statuses }
}

describe('silent connections', () => {
  it(`F27 ${connections} of them keep no delivery out`, { timeout }, async (context) => {
    const { expect } = context
    const { scene, receiver, statuses } = await crowd(context, { room: connections })
    expect(statuses).toEqual(Array(deliveries).fill(202))
    // Each one that came took the place of one, and no more.
    expect(await receiver.callers()).toBeGreaterThan(connections - deliveries - 5)
    await untilHandled(receiver)
    expect((await receiver.stop()).code).toBe(0)
    expect(await scene.report()).toMatchObject(soundReport)
  })

  it('F27 finds the mutant that refuses late callers', { timeout }, async (context) => {
    const odds = { mutant: 'refuses late callers', room: connections - 1 } as const
    const { statuses } = await crowd(context, odds)
    context.expect(new Set(statuses)).toEqual(new Set([undefined]))
  })
})
