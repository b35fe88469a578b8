import { createDelivery, createSender } from '../src/testing/create-sender.ts'

export type Load = { connections: number; durationMs: number; secret: string }

export type Measured = { perSecond: number; p50Ms: number; p99Ms: number }

/** Sends the next event on each connection once the last one is acknowledged. Rejects unless all get 2xx. */
export async function measureAcks(
  url: string,
  { connections, durationMs, secret }: Load,
): Promise<Measured> {
  const sender = createSender({ connections })
  const tookMs: number[] = []
  const startMs = performance.now()
  const runLane = async () => {
    while (performance.now() - startMs < durationMs) {
      const delivery = createDelivery({ secret })
      const sentMs = performance.now()
      const { status = 0 } = (await sender.deliver(url, delivery)) ?? {}
      if (status < 200 || status > 299) throw new Error(`A delivery got ${status}.`)
      tookMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, runLane)).finally(sender.close)
  const seconds = (performance.now() - startMs) / 1000
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}
