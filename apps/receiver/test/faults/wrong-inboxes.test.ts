import { httpLimits } from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildCallbackApp } from '../../src/http/build-callback-app.ts'
import { createInbox, type Inbox } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import {
  createDelivery,
  createSender,
  type SignedDelivery,
  signatureOf,
} from '../../src/testing/create-sender.ts'
import { useStore } from '../use-store.ts'

const store = useStore('embedded')
const secret = createSecret()
const path = '/webhooks'
const { quarantined, unverified, storageFailed } = constants.receiverAnswers
const bounds = { quarantineRows: 20, verifiedRows: 5 }

type Change = (inbox: Inbox) => Inbox
const same: Change = (inbox) => inbox

/** A callback URL with a changed inbox, a sender, and the store. */
async function start(change: Change) {
  const database = await store.empty()
  const inbox = await createInbox(database, { environment: 'development', bounds })
  const app = buildCallbackApp({
    path,
    inbox: change(inbox),
    logger: silentLogger,
    limits: httpLimits,
    webhooks: { secrets: [secret] },
  })
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })) + path
  const sender = createSender({ connections: 10 })
  onTestFinished(async () => {
    sender.close()
    await app.close()
    await inbox.close()
  })
  const send = (deliveries: SignedDelivery[], headers?: Record<string, string>) =>
    Promise.all(deliveries.map((delivery) => sender.deliver(url, delivery, headers)))
  return { database, send }
}

/** Genuine, but the end of its JSON is missing. */
function createUnreadable(): SignedDelivery {
  const delivery = createDelivery({ secret })
  const body = delivery.body.subarray(0, -1)
  return { ...delivery, body, signature: signatureOf(body, secret) }
}

describe('F23 D-008 a flood of forgeries, and more unreadable deliveries than there is room for', () => {
  it.each<[string, Change, { acknowledged: number; lost: number }]>([
    ['loses nothing that was acknowledged', same, { acknowledged: 5, lost: 0 }],
    [
      'finds the mutant that bounds genuine and forged bodies together',
      (inbox) => ({
        ...inbox,
        quarantine: (delivery) => inbox.quarantine({ ...delivery, verified: false }),
      }),
      { acknowledged: 8, lost: 8 },
    ],
    [
      'finds the mutant that acknowledges without room',
      (inbox) => ({
        ...inbox,
        quarantine: (delivery) => inbox.quarantine(delivery).catch(() => {}),
      }),
      { acknowledged: 8, lost: 3 },
    ],
  ])('%s', async (_, change, wanted) => {
    const { database, send } = await start(change)
    const genuine = Array.from({ length: 8 }, createUnreadable)
    const answers = await send(genuine)
    const forged = Array.from({ length: 30 }, () => createDelivery({ secret: createSecret() }))
    const replies = new Set((await send(forged)).map((reply) => reply?.status))
    expect(replies).toEqual(new Set([unverified]))
    const kept = await database.query<{ body: Uint8Array }>('select body from quarantine')
    const bodies = new Set(kept.map(({ body }) => Buffer.from(body).toString()))
    const acknowledged = genuine.filter((_, index) => answers[index]?.status === quarantined)
    const lost = acknowledged.filter(({ body }) => !bodies.has(body.toString())).length
    expect({ acknowledged: acknowledged.length, lost }).toEqual(wanted)
    const refused = answers.filter((reply) => reply?.status === storageFailed && reply.retryAfter)
    expect(refused).toHaveLength(genuine.length - acknowledged.length)
  })
})

const idHeader = 'x-request-id'

/** Identifies a delivery by an unsigned header. */
const dedupeByHeader: Change = (inbox) => {
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

it.each<[string, Change, number]>([
  ['loses no event', same, 0],
  ['finds the mutant that identifies deliveries by this header', dedupeByHeader, 19],
])('F17 D-005 an unsigned header that repeats: %s', async (_, change, lost) => {
  const { database, send } = await start(change)
  const sent = Array.from({ length: 20 }, () => createDelivery({ secret }))
  const replies = await send(sent, { [idHeader]: 'the-same' })
  expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([202]))
  const rows = await database.query<{ key: string }>('select storage_key as key from events')
  const kept = new Set(rows.map(({ key }) => key))
  expect(sent.filter(({ storageKey }) => !kept.has(storageKey))).toHaveLength(lost)
})
