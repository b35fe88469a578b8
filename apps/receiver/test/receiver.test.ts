import { examples } from '@partner-platform/contract-kit'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { buildReceiver, createMemoryInbox, type Inbox } from '../src/index.ts'
import { callbackPath, startReceiver } from './start-receiver.ts'
import { ask } from './wire.ts'

const { receiverAnswers } = constants
const [example] = examples('SubmissionUpdated').filter(({ file }) =>
  file.endsWith('valid/returned.json'),
)
if (!example) throw new Error('The example is missing.')
const event = example.value as { timestamp: string; submission: { applicant: { email: string } } }
const at = (timestamp: string) => JSON.stringify({ ...event, timestamp })

describe('deliveries that come again', () => {
  it('F17 keeps the same bytes once and acknowledges each', async () => {
    const { send, events } = await startReceiver()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ body: example.bytes })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([receiverAnswers.accepted]),
    )
    expect(answers.filter(({ text }) => text.includes('accepted'))).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it('D-005 keeps other bytes with the same effect once', async () => {
    const { send, events } = await startReceiver()
    await send({ body: example.bytes })
    const again = await send({ body: JSON.stringify(example.value, null, 4) })
    expect([again.status, again.text]).toEqual([
      receiverAnswers.duplicate,
      expect.stringContaining('duplicate'),
    ])
    expect(await events()).toHaveLength(1)
  })

  it('I3 lets no unsigned header decide', async () => {
    const { send, events } = await startReceiver()
    await send({ body: example.bytes })
    const again = await send({
      body: example.bytes,
      event: 'something.else',
      headers: [['X-Delivery-Id', 'another']],
    })
    expect(again.text).toContain('duplicate')
    expect(await events()).toHaveLength(1)
  })

  it('D-014 flags an event that comes after a newer one, and only that', async () => {
    const { send, events } = await startReceiver()
    for (const time of ['10:00:02', '10:00:01', '10:00:03']) {
      await send({ body: at(`2025-06-14T${time}.000Z`) })
    }
    expect((await events()).map(({ superseded }) => superseded)).toEqual([false, true, false])
  })
})

describe('deliveries that are refused', () => {
  it('D-009 answers 413 over the limit, and keeps nothing', async () => {
    const { send, quarantined } = await startReceiver()
    const response = await send({ body: Buffer.alloc(constants.bodyLimitBytes + 1, 0x20) })
    expect(response.status).toBe(receiverAnswers.tooLarge)
    expect(await quarantined()).toEqual([])
  })

  it('D-009 answers 415 to another content type', async () => {
    const { url } = await startReceiver()
    const headers = [['Content-Type', 'text/plain']] as const
    const response = await ask(url, { path: callbackPath, headers, body: Buffer.from('{}') })
    expect(response.status).toBe(receiverAnswers.wrongContentType)
  })

  it('D-007 answers 202 under the policy quarantine, and keeps the body out of the inbox', async () => {
    const { send, events, quarantined } = await startReceiver({ policy: 'quarantine' })
    const response = await send({ body: example.bytes, signature: `sha256=${'0'.repeat(64)}` })
    expect(response.status).toBe(receiverAnswers.quarantined)
    expect([(await events()).length, (await quarantined()).length]).toEqual([0, 1])
  })

  it('F6 answers 503 with Retry-After while the inbox fails, and recovers', async () => {
    const memory = createMemoryInbox({ environment: 'development' })
    let isBroken = true
    const inbox: Inbox = {
      ...memory,
      add(...given) {
        if (isBroken) throw new Error('canary-of-inbox')
        return memory.add(...given)
      },
    }
    const { send, logs, events } = await startReceiver({ inbox })
    const refused = await send({ body: example.bytes })
    expect(refused.status).toBe(receiverAnswers.storageFailed)
    expect(refused.head).toMatch(/\r\nretry-after: [0-9]+/i)
    expect(await events()).toEqual([])
    expect(logs.join('')).toContain('"event":"failure"')
    expect(logs.join('') + refused.text).not.toContain('canary-of-inbox')
    isBroken = false
    expect((await send({ body: example.bytes })).text).toContain('accepted')
  })

  it('answers 404 elsewhere without repeating the path', async () => {
    const { url } = await startReceiver()
    const response = await ask(url, { path: '/canary' })
    expect(response.status).toBe(404)
    expect(response.text).not.toContain('canary')
  })

  it('answers 405 to another method on the callback path', async () => {
    const { url } = await startReceiver()
    expect((await ask(url, { method: 'GET', path: callbackPath })).status).toBe(405)
  })
})

describe('without verification', () => {
  it('5.5 takes an unsigned event and says that it is unverified', async () => {
    const { send, events } = await startReceiver({
      secrets: undefined,
      verification: 'off',
    } as never)
    const response = await send({ body: example.bytes, signature: null })
    expect(response.status).toBe(receiverAnswers.accepted)
    expect((await events())[0]?.notes).toContain('unverified')
  })
})

describe('secrets', () => {
  it.each([[[]], [['']], [['whsec_canary']], [['canary']]])(
    'F20 are refused at construction: %j',
    (secrets) => {
      expect(() => buildReceiver({ secrets })).toThrow(TypeError)
      expect(() => buildReceiver({ secrets })).not.toThrow(/canary/)
    },
  )
})

describe('the inbox page', () => {
  const read = (url: string, headers: readonly (readonly [string, string])[] = []) =>
    ask(url, { method: 'GET', path: '/inbox', headers })

  it('shows what arrived, and of the quarantine no bodies', async () => {
    const { url, send } = await startReceiver()
    await send({ body: example.bytes })
    await send({ body: 'canary', signature: null })
    const response = await read(url)
    expect(response.status).toBe(200)
    expect(response.head).toMatch(/cache-control: no-store/i)
    const { events, quarantine } = JSON.parse(response.text)
    expect(events).toMatchObject([{ event: example.value, notes: [], superseded: false }])
    expect(quarantine).toMatchObject([{ code: 'missing-signature', verified: false, bodyBytes: 6 }])
    expect(response.text).not.toContain('canary')
  })

  it.each(['localhost:4020', '127.0.0.1', '[::1]:4020'])(
    'is there for the host %s',
    async (host) => {
      const { url } = await startReceiver()
      expect((await read(url, [['Host', host]])).status).toBe(200)
    },
  )

  it.each(['attacker.example', '127.0.0.1.attacker.example', 'localhost.', ''])(
    'is not there for the host %s',
    async (host) => {
      const { url } = await startReceiver()
      expect((await read(url, [['Host', host]])).status).toBe(404)
    },
  )

  it('is where the callback path cannot be', () => {
    const build = (path: string) => () => buildReceiver({ secrets: [createSecret()], path })
    expect(build('/inbox')).toThrow(TypeError)
    expect(build('canary')).toThrow(/expected a slash, then letters/)
    expect(build('canary')).not.toThrow(/canary/)
    expect(build('/hooks/partner-1')).not.toThrow()
  })
})

describe('logs', () => {
  it('I10 hold no secret, signature, body or personal data', async () => {
    const { send, logs, secret } = await startReceiver()
    await send({ body: example.bytes })
    await send({ body: example.bytes, signature: 'sha256=canary' })
    await send({ body: 'canary in a body' })
    const logged = logs.join('')
    expect(logs.length).toBeGreaterThan(5)
    expect(logged).toContain('"outcome":"accepted"')
    for (const canary of [secret, 'canary', event.submission.applicant.email]) {
      expect(logged).not.toContain(canary)
    }
  })
})
