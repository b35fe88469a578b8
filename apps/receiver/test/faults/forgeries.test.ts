import { httpLimits } from '@partner-platform/http-edge'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildCallbackApp } from '../../src/http/build-callback-app.ts'
import { createInbox, type Inbox } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { createCourier } from '../../src/testing/create-courier.ts'
import { createLetter, type Letter, signatureOf } from '../../src/testing/create-letter.ts'
import { useStore } from '../use-store.ts'

const secret = createSecret()
const path = '/webhooks'
const { quarantined, unverified, storageFailed } = constants.receiverAnswers
const [room, verifiedRoom] = [20, 5]

/** Genuine, and unreadable: the end of its JSON is missing. */
function createUnreadable(): Letter {
  const letter = createLetter({ secret })
  const body = letter.body.subarray(0, -1)
  return { ...letter, body, signature: signatureOf(body, secret) }
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

describe('F23 a flood of forgeries, and more that is unreadable than there is room for', () => {
  const store = useStore('embedded')

  async function flood(change: (inbox: Inbox) => Inbox) {
    const database = await store.empty()
    const bounds = { quarantineRows: room, verifiedRows: verifiedRoom }
    const inbox = await createInbox(database, { environment: 'development', bounds })
    onTestFinished(() => inbox.close())
    const app = buildCallbackApp({
      ...{ path, inbox: change(inbox), logger: silentLogger, limits: httpLimits },
      webhooks: { secrets: [secret] },
    })
    onTestFinished(() => app.close())
    const url = (await app.listen({ host: '127.0.0.1', port: 0 })) + path
    const courier = createCourier({ connections: 10 })
    onTestFinished(() => courier.close())
    const genuine = Array.from({ length: verifiedRoom + 3 }, createUnreadable)
    const answers = await Promise.all(genuine.map((letter) => courier.deliver(url, letter)))
    const forged = await Promise.all(
      Array.from({ length: room + 10 }, () =>
        courier.deliver(url, createLetter({ secret: createSecret() })),
      ),
    )
    // The flood landed.
    expect(new Set(forged.map((reply) => reply?.status))).toEqual(new Set([unverified]))
    const kept = await database.query<{ body: Uint8Array }>('select body from quarantine')
    const bodies = new Set(kept.map(({ body }) => Buffer.from(body).toString()))
    const isKept = ({ body }: Letter) => bodies.has(body.toString())
    const isAcknowledged = (_: Letter, index: number) => answers[index]?.status === quarantined
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
