import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import { httpLimits } from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { expect, it, onTestFinished } from 'vitest'
import { buildCallbackApp } from '../src/http/build-callback-app.ts'
import { createInbox, type Inbox } from '../src/inbox/create-inbox.ts'
import { silentLogger } from '../src/log.ts'
import { eventWith, nowMs, returnedBytes } from './deliveries.ts'
import { callbackPath, createSend } from './use-receiver.ts'
import { useStore } from './use-store.ts'

const store = useStore('embedded')
const secret = createSecret()
/** Few enough for a test; `http-edge` tests the rules that apply at the limit. */
const connections = 20
const bounds = { quarantineRows: 20, verifiedRows: 5 }
const { accepted, quarantined, unverified, storageFailed } = constants.receiverAnswers

type Change = (inbox: Inbox) => Inbox

/** Starts a callback URL. Every address counts as a proxy, so it may open any number of connections. */
async function start(change: Change = (inbox) => inbox) {
  const database = await store.empty()
  const inbox = await createInbox(database, { environment: 'development', bounds })
  const proxies = new BlockList()
  proxies.addSubnet('127.0.0.0', 8)
  const app = buildCallbackApp({
    path: callbackPath,
    inbox: change(inbox),
    logger: silentLogger,
    limits: { ...httpLimits, connections },
    proxies,
    webhooks: { secrets: [secret], now: () => nowMs },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await inbox.close()
  })
  return { database, url, send: createSend({ url, secret, path: callbackPath }) }
}

const idHeader = 'X-Request-Id'

/** Identifies a delivery by an unsigned header. */
const dedupeByHeader: Change = (inbox) => {
  const seen = new Set<string>()
  return {
    ...inbox,
    async add(event, delivery) {
      const [, id = ''] = delivery.headers.find(([name]) => name === idHeader.toLowerCase()) ?? []
      if (seen.has(id)) return 'duplicate'
      seen.add(id)
      return inbox.add(event, delivery)
    },
  }
}

it.each<[string, Change | undefined, number]>([
  ['loses no event', undefined, 5],
  ['finds the mutant that identifies deliveries by this header', dedupeByHeader, 1],
])('F17 D-005 an unsigned header that repeats: %s', async (_, change, kept) => {
  const { database, send } = await start(change)
  for (let seconds = 0; seconds < 5; seconds += 1) {
    const body = JSON.stringify(eventWith({ seconds }))
    expect((await send({ body, headers: [[idHeader, 'the-same']] })).status).toBe(accepted)
  }
  expect(await database.query('select 1 from events')).toHaveLength(kept)
})

const boundsTogether: Change = (inbox) => ({
  ...inbox,
  quarantine: (delivery) => inbox.quarantine({ ...delivery, verified: false }),
})
const answersWithoutRoom: Change = (inbox) => ({
  ...inbox,
  quarantine: (delivery) => inbox.quarantine(delivery).catch(() => {}),
})

it.each<[string, Change | undefined, { acknowledged: number; kept: number }]>([
  ['loses nothing that was acknowledged', undefined, { acknowledged: 5, kept: 5 }],
  [
    'finds the mutant that bounds genuine and forged bodies together',
    boundsTogether,
    { acknowledged: 8, kept: 0 },
  ],
  [
    'finds the mutant that acknowledges without room',
    answersWithoutRoom,
    { acknowledged: 8, kept: 5 },
  ],
])(
  'F23 D-008 unreadable deliveries without room, then a flood of forgeries: %s',
  async (_, change, want) => {
    const { database, url, send } = await start(change)
    // Genuine, but the end of its JSON is missing.
    const genuine = Array.from({ length: 8 }, (_, seconds) =>
      JSON.stringify(eventWith({ seconds })).slice(0, -1),
    )
    const statuses: number[] = []
    for (const body of genuine) statuses.push((await send({ body })).status)
    const forge = createSend({ url, secret: createSecret(), path: callbackPath })
    for (let seconds = 0; seconds < 30; seconds += 1) {
      const forged = await forge({ body: JSON.stringify(eventWith({ seconds })) })
      expect(forged.status).toBe(unverified)
    }
    const rows = await database.query<{ body: Uint8Array }>('select body from quarantine')
    const bodies = new Set(rows.map(({ body }) => Buffer.from(body).toString()))
    const acknowledged = genuine.filter((_, at) => statuses[at] === quarantined)
    const kept = acknowledged.filter((body) => bodies.has(body)).length
    expect({ acknowledged: acknowledged.length, kept }).toEqual(want)
    const refused = statuses.filter((status) => status === storageFailed)
    expect(refused).toHaveLength(genuine.length - acknowledged.length)
  },
)

it('F27 a delivery gets in although silent connections take all the room: one of them is closed', async () => {
  const { url, send } = await start()
  const { hostname: host, port } = new URL(url)
  let closed = 0
  for (let count = 0; count < connections; count += 1) {
    const socket = connect({ host, port: Number(port) }).on('error', () => {})
    socket.on('close', () => (closed += 1))
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
  }
  expect((await send({ body: returnedBytes })).status).toBe(accepted)
  await expect.poll(() => closed).toBe(1)
})
