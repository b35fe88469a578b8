import { httpLimits } from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildCallbackApp } from '../../src/http/build-callback-app.ts'
import { createInbox, type Inbox, type InboxBounds } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import {
  createDelivery,
  createSender,
  type SignedDelivery,
  signatureOf,
} from '../../src/testing/create-sender.ts'
import { type TestStore, useStore } from '../use-store.ts'

const secret = createSecret()
const path = '/webhooks'
const { quarantined, unverified, storageFailed } = constants.receiverAnswers
const [room, verifiedRoom] = [20, 5]

/** Genuine, and unreadable: the end of its JSON is missing. */
function createUnreadable(): SignedDelivery {
  const delivery = createDelivery({ secret })
  const body = delivery.body.subarray(0, -1)
  return { ...delivery, body, signature: signatureOf(body, secret) }
}

/** Counts what is genuine and what is not together. */
const boundTogether = (inbox: Inbox): Inbox => ({
  ...inbox,
  quarantine: (delivery) => inbox.quarantine({ ...delivery, verified: false }),
})

/** Acknowledges what it has no room for. */
const acknowledgeAll = (inbox: Inbox): Inbox => ({
  ...inbox,
  quarantine: (delivery) => inbox.quarantine(delivery).catch(() => {}),
})

/** A callback URL whose inbox is changed, a sender to it, and the store behind it. */
async function start(
  store: TestStore,
  { change, bounds = {} }: { change: (inbox: Inbox) => Inbox; bounds?: Partial<InboxBounds> },
) {
  const database = await store.empty()
  const inbox = await createInbox(database, { environment: 'development', bounds })
  onTestFinished(() => inbox.close())
  const app = buildCallbackApp({
    ...{ path, inbox: change(inbox), logger: silentLogger, limits: httpLimits },
    webhooks: { secrets: [secret] },
  })
  onTestFinished(() => app.close())
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })) + path
  const sender = createSender({ connections: 10 })
  onTestFinished(() => sender.close())
  return { database, url, sender }
}

describe('F23 a flood of forgeries, and more that is unreadable than there is room for', () => {
  const store = useStore('embedded')

  async function flood(change: (inbox: Inbox) => Inbox) {
    const bounds = { quarantineRows: room, verifiedRows: verifiedRoom }
    const { database, url, sender } = await start(store, { change, bounds })
    const genuine = Array.from({ length: verifiedRoom + 3 }, createUnreadable)
    const answers = await Promise.all(genuine.map((delivery) => sender.deliver(url, delivery)))
    const forged = await Promise.all(
      Array.from({ length: room + 10 }, () =>
        sender.deliver(url, createDelivery({ secret: createSecret() })),
      ),
    )
    // The flood landed.
    expect(new Set(forged.map((reply) => reply?.status))).toEqual(new Set([unverified]))
    const kept = await database.query<{ body: Uint8Array }>('select body from quarantine')
    const bodies = new Set(kept.map(({ body }) => Buffer.from(body).toString()))
    const isKept = ({ body }: SignedDelivery) => bodies.has(body.toString())
    const isAcknowledged = (_: SignedDelivery, index: number) =>
      answers[index]?.status === quarantined
    return {
      rows: kept.length,
      acknowledged: genuine.filter(isAcknowledged).length,
      lost: genuine.filter((one, index) => isAcknowledged(one, index) && !isKept(one)).length,
      refused: answers.filter((reply) => reply?.status === storageFailed && reply.retryAfter),
    }
  }

  it('D-008 loses nothing that was acknowledged, and refuses the rest with Retry-After', async () => {
    const { rows, acknowledged, lost, refused } = await flood((inbox) => inbox)
    expect({ rows, acknowledged, lost }).toEqual({
      ...{ rows: room + verifiedRoom, acknowledged: verifiedRoom, lost: 0 },
    })
    expect(refused).toHaveLength(3)
  })

  it('finds the mutant that bounds genuine and forged bodies together', async () => {
    expect((await flood(boundTogether)).lost).toBe(verifiedRoom + 3)
  })

  it('finds the mutant that acknowledges what it has no room for', async () => {
    expect((await flood(acknowledgeAll)).lost).toBe(3)
  })
})

const idHeader = 'x-request-id'

/** Takes an unsigned header for the name of a delivery: what it has seen it does not keep again. */
function dedupeByHeader(inbox: Inbox): Inbox {
  const seen = new Set<string>()
  return {
    ...inbox,
    async add(event, delivery) {
      const id = delivery.headers.find(([name]) => name.toLowerCase() === idHeader)?.[1] ?? ''
      if (seen.has(id)) return 'duplicate'
      seen.add(id)
      return inbox.add(event, delivery)
    },
  }
}

describe('F17 an unsigned header that repeats', () => {
  const store = useStore('embedded')

  /** Twenty events under one value of a header; gives those that were acknowledged and are not kept. */
  async function sendUnderOneId(change: (inbox: Inbox) => Inbox) {
    const { database, url, sender } = await start(store, { change })
    const sent = Array.from({ length: 20 }, () => createDelivery({ secret }))
    const replies = await Promise.all(
      sent.map((delivery) => sender.deliver(url, delivery, { [idHeader]: 'the-same' })),
    )
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([202]))
    const rows = await database.query<{ key: string }>('select storage_key as key from events')
    const kept = new Set(rows.map(({ key }) => key))
    return sent.filter(({ storageKey }) => !kept.has(storageKey))
  }

  it('D-005 decides nothing: every event is kept', async () => {
    expect(await sendUnderOneId((inbox) => inbox)).toEqual([])
  })

  it('loses events of the mutant that dedupes by it', async () => {
    expect(await sendUnderOneId(dedupeByHeader)).toHaveLength(19)
  })
})
