import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, type ReceiverOptions } from '../../src/index.ts'
import { eventWith, returnedBytes } from '../deliveries.ts'
import { createDriver } from '../drive.ts'
import { startReceiver } from '../use-receiver.ts'
import type { TestStore } from '../use-store.ts'

const { accepted, storageFailed } = constants.receiverAnswers
const secret = createSecret()
const signedDelivery = async (body: Uint8Array) => ({
  body,
  signature: await signPayload({ body, secret }),
})
const bytesOf = (event: object) => Buffer.from(JSON.stringify(event))
const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Many deliveries to one receiver at the same time. */
export function testCrowd(store: TestStore, deliveries: number) {
  it(`F17 keeps the same bytes once if they come ${deliveries} times on 50 connections, and answers each with 2xx`, async () => {
    const { url, events, entries, untilHandled } = await startReceiver({
      ...{ database: await store.empty(), secrets: [secret] },
    })
    const deliver = createDriver(50)
    const delivery = await signedDelivery(returnedBytes)
    const replies = await Promise.all(
      Array.from({ length: deliveries }, () => deliver(url, delivery)),
    )
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([accepted]))
    expect(replies.filter((reply) => reply?.outcome === 'accepted')).toHaveLength(1)
    expect(await events()).toHaveLength(1)
    expect(await entries()).toHaveLength(deliveries)
    expect(await untilHandled(1)).toHaveLength(1)
  })

  it(`I1 keeps and handles each of ${deliveries} events that come at the same time`, async () => {
    const { url, events, untilHandled } = await startReceiver({
      ...{ database: await store.empty(), secrets: [secret] },
    })
    const deliver = createDriver(50)
    const bodies = Array.from({ length: deliveries }, (_, index) =>
      bytesOf(eventWith({ uuid: uuidOf(index) })),
    )
    const replies = await Promise.all(
      bodies.map(async (body) => deliver(url, await signedDelivery(body))),
    )
    expect(new Set(replies.map((reply) => reply?.outcome === 'accepted'))).toEqual(new Set([true]))
    const kept = (await events()).map(({ body }) => Buffer.from(body).toString())
    expect(new Set(kept)).toEqual(new Set(bodies.map(String)))
    const handled = await untilHandled(deliveries)
    expect(new Set(handled.map(({ event }) => event.submission.uuid)).size).toBe(deliveries)
  })
}

/** Many deliveries to two receivers on one Postgres. */
export function testTwoCrowds(store: TestStore) {
  const startTwo = async (given: Pick<ReceiverOptions, 'bounds'> = {}) => {
    const database = await store.empty()
    const second = await openStore({ location: store.location() })
    const one = await startReceiver({ database, secrets: [secret], ...given })
    const other = await startReceiver({ database: second, secrets: [secret], ...given })
    onTestFinished(() => second.close())
    return { one, other, urls: [one.url, other.url] as const }
  }

  it('F17 keep the same bytes once, and one of them handles them', async () => {
    const { one, other, urls } = await startTwo()
    const deliver = createDriver(25)
    const delivery = await signedDelivery(returnedBytes)
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => deliver(urls[index % 2] ?? '', delivery)),
    )
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([accepted]))
    expect(replies.filter((reply) => reply?.outcome === 'accepted')).toHaveLength(1)
    expect(await one.events()).toHaveLength(1)
    await expect.poll(() => one.handled.length + other.handled.length).toBe(1)
  })

  it('D-014 flag an event exactly where a newer one was there first, whoever got which', async () => {
    const { one, urls } = await startTwo()
    const deliver = createDriver(50)
    const pairs = Array.from({ length: 300 }, (_, index) => [
      { url: urls[index % 2], body: bytesOf(eventWith({ uuid: uuidOf(index), seconds: 1 })) },
      { url: urls[(index + 1) % 2], body: bytesOf(eventWith({ uuid: uuidOf(index), seconds: 2 })) },
    ])
    const replies = await Promise.all(
      pairs.flat().map(async ({ url, body }) => deliver(url ?? '', await signedDelivery(body))),
    )
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([accepted]))
    const rows = (await one.events()) as unknown as {
      submission_uuid: string
      occurred_at: Date
      superseded: boolean
    }[]
    expect(rows).toHaveLength(600)
    const newest = new Map<string, number>()
    const wrong = rows.filter(({ submission_uuid, occurred_at, superseded }) => {
      const atMs = new Date(occurred_at).getTime()
      const newestMs = newest.get(submission_uuid) ?? 0
      newest.set(submission_uuid, Math.max(newestMs, atMs))
      return superseded !== atMs < newestMs
    })
    expect(wrong).toEqual([])
    // Both orders have happened.
    expect(new Set(rows.map(({ superseded }) => superseded)).size).toBe(2)
  })

  it('tell each other of what arrives and is handled', async () => {
    const { one, other } = await startTwo()
    const heard = Promise.withResolvers<void>()
    other.view.watch(heard.resolve)
    await createDriver(1)(one.url, await signedDelivery(returnedBytes))
    await heard.promise
    await expect.poll(() => other.entries('handled')).toHaveLength(1)
  })

  it('D-007 keep within the bounds of one quarantine', async () => {
    const { one, urls } = await startTwo()
    const deliver = createDriver(50)
    const rows = constants.quarantineLimitRows + 400
    await Promise.all(
      Array.from({ length: rows }, (_, index) =>
        deliver(urls[index % 2] ?? '', { body: bytesOf({ index }), signature: 'none' }),
      ),
    )
    expect(await one.quarantined()).toHaveLength(constants.quarantineLimitRows)
    expect((await one.view.list({ limit: 1 })).counts.quarantined).toBe(
      constants.quarantineLimitRows,
    )
  })

  it('F23 D-008 keep within the one bound of verified bodies, and refuse the rest', async () => {
    const bounds = { verifiedRows: 100 }
    const { one, urls } = await startTwo({ bounds })
    const deliver = createDriver(50)
    const sent = await Promise.all(
      Array.from({ length: 250 }, (_, index) => signedDelivery(Buffer.from(`{"index":${index}`))),
    )
    const replies = await Promise.all(
      sent.map((delivery, index) => deliver(urls[index % 2] ?? '', delivery)),
    )
    const kept = (await one.quarantined()).map(({ body }) => Buffer.from(body).toString())
    expect(kept).toHaveLength(bounds.verifiedRows)
    const acknowledged = sent.filter((_, index) => replies[index]?.status === accepted)
    expect(new Set(kept)).toEqual(new Set(acknowledged.map(({ body }) => body.toString())))
    expect(replies.filter((reply) => reply?.status === storageFailed)).toHaveLength(150)
  })
}
