import { connect } from 'node:net'
import { constants } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { eventWith } from './deliveries.ts'
import { useReceiver } from './use-receiver.ts'

const { startReceiver } = useReceiver()
const connections = 16
const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']

/** Connections that say nothing, from several addresses. */
async function openSilent(url: string, count: number): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const opened = Array.from({ length: count }, async (_, index) => {
    const localAddress = addresses[index % addresses.length] ?? ''
    const socket = connect({ host, port: Number(port), localAddress })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.once('connect', resolve))
  })
  await Promise.all(opened)
}

it('F27 takes deliveries while silent connections fill every slot, again and again', async () => {
  const { url, send, events } = await startReceiver({ limits: { connections } })
  for (let count = 1; count <= 20; count++) {
    await openSilent(url, connections)
    const { status } = await send({ body: JSON.stringify(eventWith({ seconds: -count })) })
    expect(status).toBe(constants.receiverAnswers.accepted)
    expect(await events()).toHaveLength(count)
  }
})

it('F20 refuses proxies that are no addresses', async () => {
  await expect(startReceiver({ proxies: ['canary'] })).rejects.toThrow(
    /^The proxies cannot be used: expected addresses or ranges /,
  )
})
