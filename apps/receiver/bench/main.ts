// Acknowledged deliveries of the reference receiver beside a bare one, on both stores, each in a process of
// its own. It needs two cores for itself.
import { compare, inSmoke } from '@partner-platform/harness/bench'
import { createSecret } from '@partner-platform/webhooks'
import { createDelivery, createSender } from '../src/testing/create-sender.ts'
import { startContestants } from './start-contestants.ts'

const rounds = 5
const load: Load = { connections: 50, durationMs: inSmoke(100, 4_000), secret: createSecret() }
const stores = {
  embedded: { words: 'embedded store, which does not wait for the disk', atLeast: 1.5 },
  postgres: { words: 'Postgres with fsync', atLeast: 2 },
}

// In a smoke run only Postgres, which starts sooner.
const measured = Object.entries(stores).slice(inSmoke(1, 0))
await using opened = new AsyncDisposableStack()
const contestants = await startContestants({
  secret: load.secret,
  stores: measured.map(([store]) => store),
  opened,
})
for (const [store, { words, atLeast }] of measured)
  await compare({
    id: `receive-${store}`,
    title: `Acknowledge webhooks, ${store === 'embedded' ? 'embedded store' : 'Postgres'}`,
    settings: `${words}; ${load.connections} connections kept alive, each delivery is a new event; medians of ${rounds} rounds of ${load.durationMs / 1000} s. Bare: Fastify, HMAC, JSON.parse and one insert before the answer.`,
    rounds,
    contestants: contestants
      .filter((one) => one.store === store)
      .map(({ name, url }) => ({ name, measure: () => measureAcks(url, load) })),
    goals: [
      { row: 'receiver', figure: 'per second', atLeast },
      { row: 'receiver', figure: 'p99 ms', atMost: 1 },
    ],
  })

type Load = { connections: number; durationMs: number; secret: string }

/** Sends the next event on each connection once the last one is acknowledged. Rejects unless all get 2xx. */
async function measureAcks(url: string, { connections, durationMs, secret }: Load) {
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
  return { 'per second': tookMs.length / seconds, 'p50 ms': at(0.5), 'p99 ms': at(0.99) }
}
