import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildReceiver, type ReceiverOptions } from '../src/index.ts'
import { eventWith, nowMs, returned, returnedBytes } from './deliveries.ts'
import { callbackPath, createSend, openReceiver, startReceiver } from './use-receiver.ts'
import { useStore } from './use-store.ts'

const { receiverAnswers } = constants
const store = useStore('embedded')
const start = async (given: Partial<ReceiverOptions> = {}) =>
  startReceiver({ database: await store.empty(), ...given } as ReceiverOptions)
const dayMs = 86_400_000

describe('repeated and late deliveries', () => {
  it('I3 no unsigned header changes the stored row', async () => {
    const rows = []
    for (const headers of [[], [['X-Delivery-Id', '7']], [['X-Forwarded-For', '::1']]] as const) {
      for (const event of ['submission.updated', 'something.else', '']) {
        const { send, events } = await start()
        expect((await send({ body: returnedBytes, event, headers })).text).toContain('accepted')
        // The handler changes these columns at any time.
        const [row] = await events()
        rows.push({ ...row, id: 0, handling: '', tries: 0, claims: 0 })
      }
    }
    expect(rows).toEqual(Array(9).fill(rows[0]))
  })

  it('F17 two events with the same unsigned headers are two events', async () => {
    const { send, events } = await start()
    for (const seconds of [0, 1]) {
      const body = JSON.stringify(eventWith({ seconds }))
      await send({ body, headers: [['X-Request-Id', 'the-same']] })
    }
    expect(await events()).toHaveLength(2)
  })

  it('6.1, D-024 handles a stored event once an alias maps its name, and knows it without the alias', async () => {
    const database = await store.empty()
    const secret = createSecret()
    const body = JSON.stringify(eventWith({ name: 'submission.changed' }))
    const aliases = { 'submission.changed': 'submission.updated' } as const
    for (const round of [
      { aliases: {}, again: body, first: 'accepted', handled: [] },
      // From here on, other bytes are the same event too: it has the effect of its name in the contract.
      { aliases, again: `${body} `, first: 'accepted', handled: [returned] },
      { aliases, again: body, first: 'duplicate', handled: [] },
      { aliases: {}, again: body, first: 'duplicate', handled: [] },
    ]) {
      const started = await openReceiver({ database, secrets: [secret], aliases: round.aliases })
      const send = createSend({ url: started.url, secret, path: callbackPath })
      expect((await send({ body })).text).toContain(round.first)
      expect((await send({ body: round.again })).text).toContain('duplicate')
      await expect.poll(() => started.handled.map(({ event }) => event)).toEqual(round.handled)
      await started.untilIdle()
      await started.receiver.close()
    }
    // It keeps the name under which it was handled.
    const { view, entries, handled, untilIdle } = await startReceiver({ database })
    expect(await view.replay((await entries('handled'))[0]?.id ?? '')).toBe('queued')
    await untilIdle()
    expect(handled.map(({ event }) => event)).toEqual([returned])
  })

  it('D-023 names the departures of each delivery, duplicates included', async () => {
    const { send, view, entries } = await start()
    const departing = JSON.stringify({
      ...returned,
      timestamp: returned.timestamp.replace('Z', '+00:00'),
    })
    for (const body of [returnedBytes, departing, departing, returnedBytes]) await send({ body })
    const listed = (await entries()).toReversed()
    const shown = await Promise.all(listed.map(({ id }) => view.read(id)))
    const paths = shown.map((entry) => entry?.departures.map(({ path }) => path))
    expect(paths).toEqual([[], ['/timestamp'], ['/timestamp'], []])
  })

  it('F18 accepts an event after 3 days, knows it after 29, and acts on nothing after 40', async () => {
    let atMs = Date.parse(returned.timestamp) + 3 * dayMs
    const { send, events, quarantined } = await start({ now: () => atMs })
    expect((await send({ body: returnedBytes })).text).toContain('accepted')
    atMs += 26 * dayMs
    expect((await send({ body: returnedBytes })).text).toContain('duplicate')
    atMs += 11 * dayMs
    for (const body of [returnedBytes, JSON.stringify(eventWith({ seconds: 1 }))]) {
      const { status, text } = await send({ body })
      expect(status).toBe(receiverAnswers.quarantined)
      expect(text).toContain('timestamp-too-old')
    }
    expect(await events()).toHaveLength(1)
    expect(await quarantined()).toMatchObject([{ verified: true }, { verified: true }])
  })
})

describe('refused deliveries', () => {
  it('F6 answers 503 while the embedded store is read-only, and recovers', async () => {
    const database = await store.empty()
    const { send, events, quarantined } = await startReceiver({ database })
    const setReadOnly = (value: 'on' | 'off') =>
      database.query(`set default_transaction_read_only = ${value}`)
    onTestFinished(() => void setReadOnly('off'))
    await setReadOnly('on')
    for (const body of [returnedBytes, 'no event']) {
      const { status, head } = await send({ body })
      expect(status).toBe(receiverAnswers.storageFailed)
      expect(head).toMatch(/^retry-after: [1-9][0-9]*\r?$/im)
    }
    await setReadOnly('off')
    expect([await events(), await quarantined()]).toEqual([[], []])
    expect((await send({ body: returnedBytes })).text).toContain('accepted')
  })

  it('D-007 acknowledges an unverified body with the policy quarantine, and keeps it out of the inbox', async () => {
    const { send, events, quarantined, handled } = await start({ policy: 'quarantine' })
    const { status } = await send({ body: returnedBytes, signature: `sha256=${'0'.repeat(64)}` })
    expect(status).toBe(receiverAnswers.quarantined)
    const [kept] = await quarantined()
    expect(Buffer.from(kept?.body ?? [])).toEqual(Buffer.from(returnedBytes))
    expect([await events(), handled]).toEqual([[], []])
  })

  it('5.5 accepts an unsigned event without verification, and says that it is unverified', async () => {
    const { send, entries } = await start({ secrets: undefined, verification: 'off' } as object)
    const response = await send({ body: returnedBytes, signature: null })
    expect(response.status).toBe(receiverAnswers.accepted)
    expect((await entries())[0]).toMatchObject({ notes: ['unverified'], verified: false })
  })
})

it.each<[string, object, RegExp]>([
  ['an empty list of secrets', { secrets: [] }, /./],
  ['a short secret', { secrets: ['whsec_canary'] }, /./],
  ['no slots', { handling: { slots: 0 } }, /^handling\.slots must be a whole number/],
  ['half a millisecond', { handling: { pollMs: 0.5 } }, /^handling\.pollMs must be/],
  ['a negative delay', { handling: { retryDelaysMs: [0, -1] } }, /^handling\.retryDelaysMs\[1\]/],
  ['a relative path', { path: 'canary' }, /^The callback path is invalid/],
  ['proxies that are not addresses', { proxies: ['canary'] }, /^The proxies must be addresses/],
])('F20 rejects %s and does not repeat it', async (_, options, message) => {
  const built = buildReceiver({
    database: await store.empty(),
    secrets: [createSecret()],
    ...options,
  } as ReceiverOptions)
  await expect(built).rejects.toThrow(TypeError)
  await expect(built).rejects.toThrow(message)
  await expect(built).rejects.not.toThrow(/canary/)
})

it('I10 logs contain no secret, signature, body or personal data', async () => {
  const { send, logs, secret, untilHandled } = await start({ now: () => nowMs })
  await send({ body: returnedBytes })
  await untilHandled(1)
  await send({ body: returnedBytes, signature: 'sha256=canary' })
  await send({ body: 'canary in a body' })
  const logged = logs.join('')
  expect(logged).toContain('"outcome":"accepted"')
  expect(logged).toContain('"outcome":"handled"')
  const { email, firstName } = returned.submission.applicant
  for (const canary of [secret, 'canary', email, firstName]) expect(logged).not.toContain(canary)
})
