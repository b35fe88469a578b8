import { createHash } from 'node:crypto'
import type { Database } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { buildReceiver, type ReceiverOptions } from '../src/index.ts'
import { eventWith, nowMs, returned, returnedBytes } from './deliveries.ts'
import { callbackPath, createSend, openReceiver, useReceiver } from './use-receiver.ts'
import { useStore } from './use-store.ts'
import { ask } from './wire.ts'

const { receiverAnswers } = constants
const { startReceiver } = useReceiver()
const store = useStore('embedded')
const daySeconds = 86_400

describe('deliveries that come again', () => {
  it('D-005 keeps other bytes with the same effect once', async () => {
    const { send, events } = await startReceiver()
    await send({ body: returnedBytes })
    const again = await send({ body: JSON.stringify(returned, null, 4) })
    expect([again.status, again.text]).toEqual([
      receiverAnswers.duplicate,
      expect.stringContaining('duplicate'),
    ])
    expect(await events()).toHaveLength(1)
  })

  it('D-005 takes the SHA-256 of the body as its storage key', async () => {
    const { send, events } = await startReceiver()
    await send({ body: returnedBytes })
    const key = createHash('sha256').update(returnedBytes).digest('hex')
    expect((await events())[0]?.storage_key).toBe(key)
  })

  it('I3 lets no unsigned header decide: whatever it says, the same row is left', async () => {
    const rows = []
    for (const headers of [[], [['X-Delivery-Id', '7']], [['X-Forwarded-For', '::1']]] as const) {
      for (const event of ['submission.updated', 'something.else', '']) {
        const { send, events } = await startReceiver()
        expect((await send({ body: returnedBytes, event, headers })).text).toContain('accepted')
        // What its handler makes of it has nothing to do with headers, and may come at any time.
        const [row] = await events()
        rows.push({ ...row, ...{ id: 0, handling: '', tries: 0, claims: 0 } })
      }
    }
    expect(rows).toHaveLength(9)
    for (const row of rows) expect(row).toEqual(rows[0])
  })

  it('6.1 gives an event under an alias to the handler, and takes both names for one event', async () => {
    const { send, entries, handled, untilHandled } = await startReceiver({
      aliases: { 'submission.changed': 'submission.updated' },
    })
    const renamed = eventWith({ name: 'submission.changed' })
    await send({ body: JSON.stringify(renamed), event: renamed.event })
    await untilHandled(1)
    expect(handled[0]?.event).toEqual(returned)
    expect((await send({ body: returnedBytes })).text).toContain('duplicate')
    expect((await entries()).map(({ state }) => state)).toEqual(['duplicate', 'handled'])
  })

  it('6.1 handles a stored event once an alias maps its name, and knows it when the alias is gone', async () => {
    const database = await store.empty()
    const secret = createSecret()
    const body = JSON.stringify(eventWith({ name: 'submission.changed' }))
    const alias = { 'submission.changed': 'submission.updated' } as const
    const rounds = [
      { aliases: {}, want: ['accepted', 'duplicate'], handled: [] },
      { aliases: alias, want: ['accepted', 'duplicate'], handled: [returned] },
      { aliases: alias, want: ['duplicate', 'duplicate'], handled: [] },
      { aliases: {}, want: ['duplicate', 'duplicate'], handled: [] },
    ]
    for (const { aliases, want, handled } of rounds) {
      const started = await openReceiver({ database, secrets: [secret], aliases })
      const send = createSend({ url: started.url, secret, path: callbackPath })
      const answers = [await send({ body }), await send({ body })]
      for (const [index, { text }] of answers.entries()) expect(text).toContain(want[index])
      await expect.poll(() => started.handled.map(({ event }) => event)).toEqual(handled)
      await started.receiver.close()
    }
  })

  it('F18 flags an event that comes after a newer one, and tells its handler', async () => {
    const { send, entries, untilHandled } = await startReceiver()
    for (const seconds of [2, 1, 3]) {
      await send({ body: JSON.stringify(eventWith({ seconds, status: `S${seconds}` })) })
      await untilHandled(1)
    }
    const states = (await entries()).map(({ status, state }) => [status, state === 'superseded'])
    expect(states.toReversed()).toEqual([
      ['S2', false],
      ['S1', true],
      ['S3', false],
    ])
    const handled = await untilHandled(3)
    const late = handled.find(({ event }) => event.submission.status === 'S1')
    expect(late?.context.superseded).toBe(true)
  })

  it('F18 takes an event that was delayed for 3 days, and one it knows for 29', async () => {
    let atMs = Date.parse(returned.timestamp) + 3 * daySeconds * 1_000
    const { send } = await startReceiver({ now: () => atMs })
    expect((await send({ body: returnedBytes })).text).toContain('accepted')
    atMs += 26 * daySeconds * 1_000
    expect((await send({ body: returnedBytes })).text).toContain('duplicate')
  })

  it('F18 acts on nothing that is replayed after 40 days, known or not', async () => {
    let atMs = nowMs
    const { send, events, quarantined } = await startReceiver({ now: () => atMs })
    await send({ body: returnedBytes })
    atMs += 40 * daySeconds * 1_000
    for (const body of [returnedBytes, JSON.stringify(eventWith({ seconds: 1 }))]) {
      const { status, text } = await send({ body })
      expect([status, text]).toEqual([
        receiverAnswers.quarantined,
        expect.stringContaining('timestamp-too-old'),
      ])
    }
    expect(await events()).toHaveLength(1)
    expect(await quarantined()).toMatchObject([{ verified: true }, { verified: true }])
  })

  it.each([
    [constants.timestampFutureLimitSeconds, 'accepted'],
    [constants.timestampFutureLimitSeconds + 1, 'timestamp-in-future'],
    [-constants.timestampAgeLimitSeconds, 'accepted'],
    [-constants.timestampAgeLimitSeconds - 1, 'timestamp-too-old'],
  ])('D-005 judges an event of %i s from now as %s', async (seconds, wanted) => {
    const atMs = Date.parse(returned.timestamp) - seconds * 1_000
    const { send } = await startReceiver({ now: () => atMs })
    expect((await send({ body: returnedBytes })).text).toContain(wanted)
  })
})

describe('deliveries that are refused', () => {
  it('D-009 answers 413 over the limit, and keeps nothing', async () => {
    const { send, quarantined } = await startReceiver()
    const response = await send({ body: Buffer.alloc(constants.bodyLimitBytes + 1, 0x20) })
    expect(response.status).toBe(receiverAnswers.tooLarge)
    expect(await quarantined()).toEqual([])
  })

  it('D-007 answers 401 and keeps the body, by default', async () => {
    const { send, events, quarantined, handled } = await startReceiver()
    const response = await send({ body: returnedBytes, signature: `sha256=${'0'.repeat(64)}` })
    expect(response.status).toBe(receiverAnswers.unverified)
    const [kept] = await quarantined()
    expect(Buffer.from(kept?.body ?? [])).toEqual(Buffer.from(returnedBytes))
    expect([await events(), handled]).toEqual([[], []])
  })

  it('D-007 answers 202 under the policy quarantine, and keeps the body out of the inbox', async () => {
    const { send, events, quarantined } = await startReceiver({ policy: 'quarantine' })
    const response = await send({ body: returnedBytes, signature: `sha256=${'0'.repeat(64)}` })
    expect(response.status).toBe(receiverAnswers.quarantined)
    expect([(await events()).length, (await quarantined()).length]).toEqual([0, 1])
  })

  it.each([
    ['GET', '/canary', 404],
    ['POST', '/', 404],
    ['POST', `${callbackPath}/`, 404],
    ['POST', '/WEBHOOKS', 404],
    ['GET', '/inbox', 404],
    ['GET', callbackPath, 405],
  ])('answers %s %s with %i, without repeating the path', async (method, path, status) => {
    const { url } = await startReceiver()
    const response = await ask(url, { method, path })
    expect(response.status).toBe(status)
    expect(response.text).not.toContain('canary')
  })
})

describe('a store that fails', () => {
  const store = useStore('embedded')
  /** A store whose transactions fail while a switch is on. */
  const failing = async (failure: { isOn: boolean }): Promise<Database> => {
    const database = await store.empty()
    return {
      ...database,
      async transaction(...given) {
        if (failure.isOn) throw Object.assign(new Error('canary'), { code: 'ENOSPC' })
        return database.transaction(...given)
      },
    }
  }

  it('F6 makes the answer 503 with Retry-After, and is used again when it recovers', async () => {
    const failure = { isOn: true }
    const { send, logs, events } = await startReceiver({ database: await failing(failure) })
    for (const signature of ['sign', null] as const) {
      const refused = await send({ body: returnedBytes, signature })
      expect(refused.status).toBe(receiverAnswers.storageFailed)
      expect(refused.head).toMatch(/\r\nretry-after: [0-9]+/i)
      expect(refused.text).not.toContain('canary')
    }
    expect(await events()).toEqual([])
    expect(logs.join('')).toContain('"event":"failure","code":"storage-failed"')
    expect(logs.join('')).not.toContain('canary')
    failure.isOn = false
    expect((await send({ body: returnedBytes })).text).toContain('accepted')
  })
})

describe('without verification', () => {
  it('5.5 takes an unsigned event and says that it is unverified', async () => {
    const { send, entries } = await startReceiver({ secrets: undefined, verification: 'off' })
    const response = await send({ body: returnedBytes, signature: null })
    expect(response.status).toBe(receiverAnswers.accepted)
    expect((await entries())[0]).toMatchObject({ notes: ['unverified'], verified: false })
  })
})

describe('secrets', () => {
  it('F19 are rotated under load without one genuine delivery refused', async () => {
    const [old, next] = [createSecret(), createSecret()]
    let secrets = [old]
    const { url, view } = await startReceiver({ secrets: () => secrets })
    let [signer, count] = [old, 0]
    const statuses: number[] = []
    const lane = async () => {
      while (count < 120) {
        const seconds = ++count
        if (count === 40) secrets = [next, old]
        if (count === 60) signer = next
        if (count === 100) secrets = [next]
        const send = createSend({ url, secret: signer, path: callbackPath })
        statuses.push(
          (await send({ body: JSON.stringify(eventWith({ seconds: -seconds })) })).status,
        )
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    expect(new Set(statuses)).toEqual(new Set([receiverAnswers.accepted]))
    expect((await view.list({ limit: 1 })).counts.quarantined).toBe(0)
    const send = createSend({ url, secret: old, path: callbackPath })
    expect((await send({ body: returnedBytes })).status).toBe(receiverAnswers.unverified)
  })
})

describe('options that cannot work', () => {
  const store = useStore('embedded')
  const build = async (options: Partial<ReceiverOptions>) =>
    buildReceiver({ database: await store.empty(), secrets: [createSecret()], ...options } as never)

  it.each([[[]], [['']], [['whsec_canary']], [[' canary']]])(
    'F20 secrets %j are refused, and not repeated',
    async (secrets) => {
      await expect(build({ secrets })).rejects.toThrow(TypeError)
      await expect(build({ secrets })).rejects.not.toThrow(/canary/)
    },
  )

  it.each([
    ['slots', { slots: 0 }],
    ['timeoutMs', { timeoutMs: Number.POSITIVE_INFINITY }],
    ['pollMs', { pollMs: 0.5 }],
    ['retryDelaysMs[1]', { retryDelaysMs: [0, -1] }],
  ])('F20 handling.%s is refused where it cannot work', async (name, handling) => {
    await expect(build({ handling })).rejects.toThrow(`handling.${name} must be a whole number`)
  })

  it('F20 a path is refused that is none', async () => {
    await expect(build({ path: 'canary' })).rejects.toThrow(/^The callback path is invalid/)
    await expect(build({ path: 'canary' })).rejects.not.toThrow(/canary/)
    const receiver = await build({ path: '/hooks/partner-1' })
    await receiver.close()
  })
})

describe('logs', () => {
  it('I10 hold no secret, signature, body or personal data', async () => {
    const { send, logs, secret, untilHandled } = await startReceiver()
    await send({ body: returnedBytes })
    await untilHandled(1)
    await send({ body: returnedBytes, signature: 'sha256=canary' })
    await send({ body: 'canary in a body' })
    const logged = logs.join('')
    expect(logged).toContain('"outcome":"accepted"')
    expect(logged).toContain('"outcome":"handled"')
    const { email, firstName } = returned.submission.applicant
    for (const canary of [secret, 'canary', email, firstName]) {
      expect(logged).not.toContain(canary)
    }
  })
})
