import { examples } from '@partner-platform/contract-kit'
import { constants, type SubmissionUpdated } from '@partner-platform/types'
import {
  assertSecrets,
  createSecret,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { contentPages } from './content.ts'
import { openPlatform, openReceiver } from './open-platform.ts'
import { snippetsOf } from './read-snippets.ts'
import { lacksProgram, startSnippet } from './start-snippet.ts'

const slug = 'quickstart/receive-a-webhook'
const receivers = snippetsOf(slug, 'Receiving:')
const pageBody = contentPages.find((one) => one.slug === slug)?.body ?? ''
const senders = snippetsOf(slug, 'event.json')
const answers = constants.receiverAnswers

const example = examples().find(({ file }) =>
  file.endsWith('submission-updated/valid/returned.json'),
)?.value as SubmissionUpdated
const { submission } = example

async function deliver(url: string, body: string, secret: string): Promise<number> {
  const signature = await signPayload({ body, secret })
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
    const { lines, code } = await startSnippet(snippet, { env: {} }).ended()
    expect([lines.length, code]).toEqual([1, 0])
    expect(() => assertSecrets(lines)).not.toThrow()
  })
})

describe.each(receivers)('the receiver in $title', (snippet) => {
  const isSkipped = lacksProgram(snippet)
  let platform: Awaited<ReturnType<typeof openPlatform>>
  beforeAll(async () => {
    platform = await openPlatform()
  })
  afterAll(() => platform.close())

  async function start() {
    const env = { WEBHOOK_SECRET: platform.secret, PORT: '0' }
    const { nextLine } = startSnippet(snippet, { env })
    const [port] = (await nextLine()).match(/\d+(?=\D*$)/) ?? []
    return { nextLine, url: `http://127.0.0.1:${port}/` }
  }

  it.skipIf(isSkipped)('4.2.path, 6.1.2 takes what the reference server sends', async () => {
    const { nextLine, url } = await start()
    await platform.sendTo(url)
    const id = await platform.changeStatus(submission)
    expect(await nextLine()).toBe(`${submission.status} ${id}`)
  })

  it.skipIf(isSkipped)('5.6 refuses a forged body, and acts on the genuine one', async () => {
    const { nextLine, url } = await start()
    const now = { ...example, timestamp: new Date().toISOString() }
    const body = JSON.stringify(now)
    expect(await deliver(url, body, createSecret())).toBe(answers.unverified)
    expect((await fetch(url, { method: 'POST', body })).status).toBeGreaterThanOrEqual(400)
    expect(await deliver(url, body, platform.secret)).toBe(answers.accepted)
    const printed = [await nextLine()]
    while (printed.at(-1)?.startsWith('set aside: ')) printed.push(await nextLine())
    expect(printed.at(-1)).toBe(`${submission.status} ${submission.uuid}`)
  })

  it.skipIf(isSkipped)('6.5.2 acts once on a webhook that comes twice', async () => {
    const { nextLine, url } = await start()
    const bodyOf = (status: string) =>
      JSON.stringify({
        ...example,
        timestamp: new Date().toISOString(),
        submission: { ...submission, status },
      })
    const [first, second] = [bodyOf('FIRST'), bodyOf('SECOND')]
    for (const body of [first, first, second]) {
      expect(await deliver(url, body, platform.secret)).toBe(answers.duplicate)
    }
    const printed = [await nextLine(), await nextLine()]
    expect(printed).toEqual([`FIRST ${submission.uuid}`, `SECOND ${submission.uuid}`])
  })

  it.skipIf(isSkipped)('D-008 sets aside what verifies and cannot be read', async () => {
    const { nextLine, url } = await start()
    expect(await deliver(url, '{"event":', platform.secret)).toBe(answers.quarantined)
    expect(await nextLine()).toMatch(/^set aside: /)
  })

  it.skipIf(isSkipped)('D-009 refuses a body that is too large', async () => {
    const { url } = await start()
    const body = ' '.repeat(constants.bodyLimitBytes + 1)
    expect(await deliver(url, body, platform.secret)).toBe(answers.tooLarge)
  })
})

describe.each(senders)('the sender in $title', (snippet) => {
  it.skipIf(lacksProgram(snippet))('5.5 sends what the reference receiver accepts', async () => {
    const secret = createSecret()
    const receiver = await openReceiver(secret)
    onTestFinished(() => receiver.close())
    const [, event = ''] = /```json\n([\s\S]*?)\n```/.exec(pageBody) ?? []
    const env = { WEBHOOK_SECRET: secret, WEBHOOK_URL: receiver.url }
    const sent = await startSnippet(snippet, { env, files: { 'event.json': event } }).ended()
    expect(sent).toEqual({ lines: [String(answers.accepted)], stderr: '', code: 0 })
    const [entry, ...others] = await receiver.entries()
    expect(others).toEqual([])
    expect(['accepted', 'handled']).toContain(entry?.state)
  })
})
