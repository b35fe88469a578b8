import { httpLimits } from '@partner-platform/http-edge'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildCallbackApp } from '../../src/http/build-callback-app.ts'
import { createInbox, type Inbox } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { createCourier } from '../../src/testing/create-courier.ts'
import { createLetter } from '../../src/testing/create-letter.ts'
import { useStore } from '../use-store.ts'

const secret = createSecret()
const path = '/webhooks'
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
    const database = await store.empty()
    const inbox = await createInbox(database, { environment: 'development' })
    onTestFinished(() => inbox.close())
    const app = buildCallbackApp({
      ...{ path, inbox: change(inbox), logger: silentLogger, limits: httpLimits },
      webhooks: { secrets: [secret] },
    })
    onTestFinished(() => app.close())
    const url = (await app.listen({ host: '127.0.0.1', port: 0 })) + path
    const courier = createCourier({ connections: 10 })
    onTestFinished(() => courier.close())
    const letters = Array.from({ length: 20 }, () => createLetter({ secret }))
    const replies = await Promise.all(
      letters.map((letter) => courier.deliver(url, letter, { [idHeader]: 'the-same' })),
    )
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([202]))
    const rows = await database.query<{ key: string }>('select storage_key as key from events')
    const kept = new Set(rows.map(({ key }) => key))
    return letters.filter(({ storageKey }) => !kept.has(storageKey))
  }

  it('D-005 decides nothing: every event is kept', async () => {
    expect(await sendUnderOneId((inbox) => inbox)).toEqual([])
  })

  it('loses events of the mutant that dedupes by it', async () => {
    expect(await sendUnderOneId(dedupeByHeader)).toHaveLength(19)
  })
})
