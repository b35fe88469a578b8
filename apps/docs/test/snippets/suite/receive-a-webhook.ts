import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { validExample } from '@partner-platform/fixtures/tables'
import { listen } from '@partner-platform/harness'
import { constants, type SubmissionUpdated } from '@partner-platform/types'
import {
  assertSecrets,
  createSecret,
  signatureHeader,
  signPayload,
  verifySignature,
} from '@partner-platform/webhooks'
import { readNodeBody } from '@partner-platform/webhooks/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPages } from '../../all-pages.ts'
import { snippetsOf } from '../read-snippets.ts'
import { lacksProgram, runSnippet, startSnippet } from '../start-snippet.ts'
import { useApps } from '../use-apps.ts'

const slug = 'quickstart/receive-a-webhook'
const receivers = snippetsOf(slug, 'Receiving:')
const pageBody = contentPages.find((one) => one.slug === slug)?.body ?? ''
const senders = snippetsOf(slug, 'event.json')
const answers = constants.receiverAnswers

const example = validExample('SubmissionUpdated/returned').value as SubmissionUpdated
const { submission } = example

/** The example as it would be sent now, with changes. */
const eventNow = (changes: object = {}) =>
  JSON.stringify({ ...example, timestamp: new Date().toISOString(), ...changes })

type Change = (signature: string) => string

async function deliver(url: string, body: string, secret: string, change: Change = (it) => it) {
  const signature = change(await signPayload({ body, secret }))
  const headers = { 'Content-Type': 'application/json', [signatureHeader]: signature }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

it('is shown in every language', () => {
  expect(receivers.map(({ title }) => title)).toEqual(['TypeScript', 'Python 3'])
  expect(senders.map(({ title }) => title)).toEqual(['TypeScript', 'curl', 'Python 3'])
})

describe('making a secret', () => {
  const [, source = ''] = /```sh\n(.*openssl rand.*)\n```/.exec(pageBody) ?? []
  const printing = `${source}\nprintf '%s\\n' "$WEBHOOK_SECRET"`
  const snippet = { slug, title: 'sh', language: 'bash', source: printing }

  it.skipIf(lacksProgram(snippet))('D-003 gives one that a receiver takes', async () => {
    const { lines, code } = await runSnippet(snippet, { env: {} })
    expect([lines.length, code]).toEqual([1, 0])
    expect(() => assertSecrets(lines)).not.toThrow()
  })
})

describe.each(receivers)('the receiver in $title', (snippet) => {
  const isSkipped = lacksProgram(snippet)
  let receiver: ReturnType<typeof startSnippet>
  let url: string
  // One process for all tests. Each test reads the lines that it causes.
  beforeAll(async () => {
    if (isSkipped) return
    const env = { WEBHOOK_SECRET: useApps().platform.secret, PORT: '0' }
    receiver = startSnippet(snippet, { env })
    const [port] = (await receiver.nextLine()).match(/\d+(?=\D*$)/) ?? []
    url = `http://127.0.0.1:${port}/`
  })
  afterAll(() => receiver?.stop())

  it.skipIf(isSkipped)('4.2.path, 6.1.2 takes what the reference server sends', async () => {
    const { platform } = useApps()
    await platform.sendTo(url)
    const id = await platform.changeStatus(submission)
    expect(await receiver.nextLine()).toBe(`${submission.status} ${id}`)
  })

  it.skipIf(isSkipped)('5.6 refuses a forged body, and acts on the genuine one', async () => {
    const body = eventNow()
    expect(await deliver(url, body, createSecret())).toBe(answers.unverified)
    expect((await fetch(url, { method: 'POST', body })).status).toBeGreaterThanOrEqual(400)
    expect(await deliver(url, body, useApps().platform.secret)).toBe(answers.accepted)
    const printed = [await receiver.nextLine()]
    while (printed.at(-1)?.startsWith('quarantined: ')) printed.push(await receiver.nextLine())
    expect(printed.at(-1)).toBe(`${submission.status} ${submission.uuid}`)
  })

  it.skipIf(isSkipped)('6.5.2 acts once on a webhook that comes twice', async () => {
    const bodyOf = (status: string) => eventNow({ submission: { ...submission, status } })
    const [first, second] = [bodyOf('FIRST'), bodyOf('SECOND')]
    for (const body of [first, first, second])
      expect(await deliver(url, body, useApps().platform.secret)).toBe(answers.duplicate)
    const printed = [await receiver.nextLine(), await receiver.nextLine()]
    expect(printed).toEqual([`FIRST ${submission.uuid}`, `SECOND ${submission.uuid}`])
  })

  it.skipIf(isSkipped)('D-024 takes an event of another name, and does not act on it', async () => {
    for (const event of ['invoice.paid', example.event]) {
      const status = event === example.event ? 'AFTER' : 'UNKNOWN'
      const body = eventNow({ event, submission: { ...submission, status } })
      expect(await deliver(url, body, useApps().platform.secret)).toBe(answers.accepted)
    }
    expect(await receiver.nextLine()).toBe(`AFTER ${submission.uuid}`)
  })

  it.skipIf(isSkipped)('D-003 does not start without a secret', async () => {
    const runs = ['', constants.secretPrefix].map((secret) =>
      runSnippet(snippet, { env: { WEBHOOK_SECRET: secret, PORT: '0' } }),
    )
    for (const { code, lines } of await Promise.all(runs)) expect([code, lines]).toEqual([1, []])
  })

  it.skipIf(isSkipped)('D-008 quarantines what verifies and cannot be read', async () => {
    expect(await deliver(url, '{"event":', useApps().platform.secret)).toBe(answers.quarantined)
    expect(await receiver.nextLine()).toMatch(/^quarantined: /)
  })

  it.skipIf(isSkipped)(
    'D-002, D-003 takes a secret that is plain text, and upper-case digits',
    async () => {
      const secret = 'a plain secret'
      const other = startSnippet(snippet, { env: { WEBHOOK_SECRET: secret, PORT: '0' } })
      const [port] = (await other.nextLine()).match(/\d+(?=\D*$)/) ?? []
      const toUpper = (signature: string) =>
        signature.replace(/(?<==).*/, (digits) => digits.toUpperCase())
      const status = await deliver(`http://127.0.0.1:${port}/`, eventNow(), secret, toUpper)
      await other.stop()
      expect(status).toBe(answers.accepted)
    },
  )

  it.skipIf(isSkipped)('D-009 refuses a body that is too large', async () => {
    const body = ' '.repeat(constants.bodyLimitBytes + 1)
    expect(await deliver(url, body, useApps().platform.secret)).toBe(answers.tooLarge)
  })
})

describe.each(senders)('the sender in $title', (snippet) => {
  it.skipIf(lacksProgram(snippet))('5.5 sends what the reference receiver accepts', async () => {
    const { receiver } = useApps()
    const known = (await receiver.entries()).map(({ id }) => id)
    const [, event = ''] = /```json\n([\s\S]*?)\n```/.exec(pageBody) ?? []
    const env = { WEBHOOK_SECRET: receiver.secret, WEBHOOK_URL: receiver.url }
    // A new event, because the receiver treats the same one as a repetition.
    const own = event.replace(submission.uuid, randomUUID())
    expect(own).not.toBe(event)
    const sent = await runSnippet(snippet, { env, files: { 'event.json': own } })
    expect(sent).toEqual({ lines: [String(answers.accepted)], stderr: '', code: 0 })
    const [entry, ...others] = (await receiver.entries()).filter(({ id }) => !known.includes(id))
    expect(others).toEqual([])
    expect(['accepted', 'handled']).toContain(entry?.state)
  })

  it.skipIf(lacksProgram(snippet))('5.6 prints the answer to a wrong secret', async () => {
    const env = { WEBHOOK_SECRET: createSecret(), WEBHOOK_URL: useApps().receiver.url }
    const files = { 'event.json': JSON.stringify(example, null, 2) }
    const sent = await runSnippet(snippet, { env, files })
    expect(sent).toEqual({ lines: [String(answers.unverified)], stderr: '', code: 0 })
  })

  it.skipIf(lacksProgram(snippet))('D-003 signs with a secret that is plain text', async () => {
    const secret = 'a plain secret'
    const verified: unknown[] = []
    const server = createServer(async (request, response) => {
      const body = await readNodeBody(request, constants.bodyLimitBytes)
      const signature = request.headers[signatureHeader.toLowerCase()]
      verified.push(
        await verifySignature({ body: body as Uint8Array, signature, secrets: [secret] }),
      )
      response.writeHead(answers.accepted).end()
    })
    const url = `http://127.0.0.1:${await listen(server)}/`
    const env = { WEBHOOK_SECRET: secret, WEBHOOK_URL: url }
    const files = { 'event.json': JSON.stringify(example, null, 2) }
    const sent = await runSnippet(snippet, { env, files })
    expect(sent).toEqual({ lines: [String(answers.accepted)], stderr: '', code: 0 })
    expect(verified).toEqual([{ ok: true }])
  })
})
