import { isUtf8 } from 'node:buffer'
import { bodyBytes, examples, signatureVectors } from '@partner-platform/fixtures/tables'
import { constants } from '@partner-platform/types'
import { parseSubmissionUpdatedReceived } from '@partner-platform/validators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureHeader } from '../src/headers.ts'
import { createSecret, parseInstant, verifySignature, type WebhookCode } from '../src/index.ts'
import { contentType, eventLine, signedDelivery } from './delivery.ts'
import { type Entry, openEntries } from './entries.ts'
import { createRecorder } from './recorder.ts'

const { receiverAnswers } = constants
const names = ['web', 'node', 'fastify'] as const

const recorder = createRecorder()
let secrets: readonly string[] = []
let entries: Entry[] = []
beforeAll(async () => {
  entries = await openEntries({ ...recorder.options, secrets: () => secrets })
})
afterAll(() => Promise.all(entries.map((entry) => entry.close())))
const entryOf = (name: string) => entries.find((one) => one.name === name) as Entry

describe('signature vectors', () => {
  it.each(signatureVectors.rows)('$rule $name: verifySignature', async ({ given, want }) => {
    const { signature, secrets } = given
    expect(await verifySignature({ body: bodyBytes(given), signature, secrets })).toEqual(want)
  })

  const rows = signatureVectors.rows
    .flatMap((row) => names.map((entry) => ({ ...row, entry })))
    // On a socket a line end within a value begins another header: that is another request.
    .filter(({ given, entry }) => entry === 'web' || !/[\r\n]/.test(String(given.signature)))
  it.each(rows)('$rule $name: $entry', async ({ given, entry: name }) => {
    secrets = given.secrets
    const body = bodyBytes(given)
    const values = [given.signature ?? []].flat()
    const lines = values.map((value) => [signatureHeader, value] as const)
    const deliver = () => entryOf(name).deliver({ lines: [contentType, eventLine, ...lines], body })
    if (values.some((value) => value.includes('\0'))) {
      await expectRefusedByHttp(deliver)
      expect(recorder.take()).toEqual([])
      return
    }
    // HTTP strips white space round a value before any receiver sees it.
    const seen = values.map((value) => value.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, ''))
    const signature = seen.length > 1 ? seen : seen[0]
    const want = await verifySignature({ body, signature, secrets })
    const { status } = await deliver()
    const [stored, ...more] = recorder.take()
    expect(more).toEqual([])
    expect(status).toBe(want.ok ? receiverAnswers.quarantined : receiverAnswers.unverified)
    expect(stored).toMatchObject({ as: 'quarantine', verified: want.ok, body })
    if (!want.ok) expect(stored).toMatchObject({ code: want.code })
  })
})

async function expectRefusedByHttp(deliver: () => Promise<{ status: number }>) {
  const outcome = await deliver().then(
    ({ status }) => status,
    (error: unknown) => (error as Error).name,
  )
  expect([400, 'TypeError']).toContain(outcome)
}

describe('examples of SubmissionUpdated', () => {
  const secret = createSecret()
  const rows = examples('SubmissionUpdated').flatMap((one) =>
    names.map((entry) => ({ ...one, entry })),
  )
  it.each(rows)('$rule $folder/$name: $entry', async (example) => {
    const { bytes, folder, entry: name } = example
    const atMs = instantOf(example.value)
    recorder.clock.nowMs = atMs ?? 0
    secrets = [secret]
    const { status } = await entryOf(name).deliver(await signedDelivery(bytes, secret))
    const [stored, ...more] = recorder.take()
    expect(more).toEqual([])
    expect(stored?.body).toEqual(bytes)
    if (folder === 'tolerated' && atMs === undefined) {
      expect(status).toBe(receiverAnswers.quarantined)
      const issues = [expect.objectContaining({ path: '/timestamp' })]
      expect(stored).toMatchObject({ as: 'quarantine', code: 'invalid-payload', issues })
      return
    }
    if (folder === 'valid' || folder === 'tolerated') {
      expect(status).toBe(receiverAnswers.accepted)
      const read = parseSubmissionUpdatedReceived(withoutProto(example.text))
      expect(stored).toMatchObject({ as: 'event', event: read.ok && read.value })
      const notes = stored?.as === 'event' ? stored.notes : []
      expect(notes.includes('tolerated')).toBe(folder === 'tolerated')
      return
    }
    expect(status).toBe(receiverAnswers.quarantined)
    const [code, path, keyword] = wantedIssue(example)
    expect(stored).toMatchObject({ as: 'quarantine', code, verified: true })
    const issues = stored?.as === 'quarantine' ? stored.issues : []
    expect(issues).toContainEqual(expect.objectContaining({ path, keyword }))
  })
})

type Row = ReturnType<typeof examples>[number]

function wantedIssue({ folder, bytes, path, keyword }: Row): [WebhookCode, unknown, unknown] {
  if (folder === 'invalid') return ['invalid-payload', path, keyword]
  const code = isUtf8(bytes) ? 'invalid-json' : 'invalid-utf8'
  return [code, '', code]
}

const instantOf = (value: unknown) =>
  parseInstant(String((value as { timestamp?: unknown } | undefined)?.timestamp))

/** D-006: no event carries a member `__proto__`, whatever the bytes say. */
const withoutProto = (text: string) =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
