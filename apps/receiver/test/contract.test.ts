import {
  bodyBytes,
  examples,
  imperfectWebhooks,
  signatureVectors,
} from '@partner-platform/fixtures/tables'
import { constants, messages } from '@partner-platform/types'
import { parseSubmissionUpdatedReceived } from '@partner-platform/validators'
import {
  createSecret,
  parseInstant,
  signPayload,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { callbackPath, useSharedReceiver } from './use-receiver.ts'
import { ask } from './wire.ts'

const { receiverAnswers } = constants
const openReceiver = useSharedReceiver()

/** The first row of each rule: `webhooks` sends every row to each of its handlers. */
const firsts = <Row extends { rule: string }>(rows: readonly Row[]) => [
  ...new Map(rows.toReversed().map((row) => [row.rule, row])).values(),
]

describe('signature vectors, on the wire', () => {
  // HTTP refuses these characters in a header, or ends the header there.
  const isCarried = ({ given }: (typeof signatureVectors.rows)[number]) =>
    !/[\r\n\0]/.test([given.signature ?? ''].flat().join())
  // White space around the value of a header is not part of it (RFC 9110, 5.5).
  const rows = signatureVectors.rows.filter(
    ({ given: { signature } }) => typeof signature !== 'string' || signature.trim() === signature,
  )

  it.each(firsts(rows.filter(isCarried)))('$rule judges: $name', async ({ given, want }) => {
    const { send, events, quarantined } = await openReceiver({ secrets: given.secrets })
    const { status } = await send({ body: bodyBytes(given), signature: given.signature })
    expect(status).toBe(want.ok ? receiverAnswers.quarantined : receiverAnswers.unverified)
    expect(await events()).toEqual([])
    const code = want.ok ? expect.any(String) : want.code
    expect(await quarantined()).toMatchObject([{ verified: want.ok, code }])
  })

  it.each(firsts(rows.filter((row) => !isCarried(row))))(
    '$rule keeps out: $name',
    async ({ given }) => {
      const { send, events, quarantined } = await openReceiver({ secrets: given.secrets })
      const response = await send({ body: bodyBytes(given), signature: given.signature })
      expect([400, receiverAnswers.unverified]).toContain(response.status)
      expect(await events()).toEqual([])
      expect((await quarantined()).filter(({ verified }) => verified)).toEqual([])
    },
  )
})

describe('examples of the webhook, on the wire', () => {
  const instantOf = (value: unknown) => parseInstant(String(Object(value).timestamp))
  const now = (value: unknown) => () => instantOf(value) ?? Date.parse('2025-06-14T10:00:00.000Z')
  const all = examples('SubmissionUpdated')
  const isKept = ({ folder, value }: (typeof all)[number]) =>
    folder === 'valid' || (folder === 'tolerated' && instantOf(value) !== undefined)
  // No reader passes on a member of this name.
  const read = (text: string) =>
    parseSubmissionUpdatedReceived(
      JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value)),
    )

  it.each(firsts(all.filter(isKept)))(
    '$rule keeps and handles $file as $folder: $says',
    async ({ value, bytes, text, folder }) => {
      const { send, events, quarantined, entries, untilHandled } = await openReceiver({
        now: now(value),
      })
      expect((await send({ body: bytes })).status).toBe(receiverAnswers.accepted)
      const [kept, ...others] = await events()
      expect([others, await quarantined()]).toEqual([[], []])
      expect(Buffer.from(kept?.body ?? [])).toEqual(Buffer.from(bytes))
      expect((await entries())[0]?.notes.length === 0).toBe(folder === 'valid')
      if ((value as WebhookEvent).event !== messages.submissionUpdated.name) {
        expect(kept?.handling).toBe('unhandled')
      } else {
        const wanted = read(text)
        expect((await untilHandled(1))[0]?.event).toEqual(wanted.ok && wanted.value)
      }
    },
  )

  it.each(firsts(all.filter((row) => !isKept(row))))(
    '$rule quarantines $file as $folder: $says',
    async ({ value, bytes }) => {
      const { send, events, quarantined } = await openReceiver({ now: now(value) })
      expect((await send({ body: bytes })).status).toBe(receiverAnswers.quarantined)
      expect(await events()).toEqual([])
      const kept = await quarantined()
      expect(kept).toMatchObject([{ verified: true }])
      expect(Buffer.from(kept[0]?.body ?? [])).toEqual(Buffer.from(bytes))
    },
  )
})

it.each(firsts(imperfectWebhooks))(
  '$rule $name is kept as an event with its departures',
  async (row) => {
    const { event, secret = createSecret(), digits, headers = {} } = row
    const now = () => parseInstant((event as WebhookEvent).timestamp) ?? 0
    const receiver = await openReceiver({ secrets: [secret], now })
    const { url, events, quarantined, entries, view, handled, untilIdle } = receiver
    const body = Buffer.from(JSON.stringify(event))
    const signature = await signPayload({ body, secret })
    const sent = {
      'content-type': messages.submissionUpdated.contentType,
      'x-platform-event': messages.submissionUpdated.name,
      'x-platform-signature': digits
        ? signature.replace(/(?<==).*/, (hex) => hex.toUpperCase())
        : signature,
      ...headers,
    }
    const lines = Object.entries(sent).filter((line): line is [string, string] => line[1] !== null)
    const { status } = await ask(url, { path: callbackPath, headers: lines, body })
    expect(status).toBe(receiverAnswers.accepted)
    expect([await quarantined(), (await events()).length]).toEqual([[], 1])
    const [entry] = await entries()
    expect(entry?.notes.includes('tolerated')).toBe(row.departs.length > 0)
    const shown = (await view.read(entry?.id ?? ''))?.departures ?? []
    expect([...new Set(shown.map(({ path }) => path))].sort()).toEqual(row.departs.toSorted())
    await untilIdle()
    const isKnown = (event as WebhookEvent).event === messages.submissionUpdated.name
    expect(handled.map(({ context }) => context.departures)).toEqual(isKnown ? [shown] : [])
  },
)
