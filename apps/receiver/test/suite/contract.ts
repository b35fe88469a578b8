import { bodyBytes, examples, signatureVectors } from '@partner-platform/contract-kit'
import { constants, messages } from '@partner-platform/types'
import { parseSubmissionUpdatedReceived } from '@partner-platform/validators'
import { parseInstant, verifySignature, type WebhookEvent } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { useSharedReceiver } from '../use-receiver.ts'

const { receiverAnswers } = constants
// A member of this name is an unknown field, and no reader should hand it on.
const withoutProto = (text: string) =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
const textOf = (signature: string | null | string[]) => [signature ?? ''].flat().join()
// Line ends and NUL cannot be part of a header's value: HTTP itself refuses them, or reads on.
const isCarried = (signature: string | null | string[]) => !/[\r\n\0]/.test(textOf(signature))

/** Picks some rows of a table, or all. */
export type Pick = <Row extends { rule: string }>(rows: readonly Row[]) => Row[]

/** Sends the vectors and examples of the contract to a receiver. */
export function testContract(pick: Pick) {
  const openReceiver = useSharedReceiver()

  describe('signature vectors, on the wire', () => {
    const carried = pick(signatureVectors.rows.filter(({ given }) => isCarried(given.signature)))

    it.each(carried)('$rule judges: $name', async ({ given, want }) => {
      const { secrets, signature } = given
      const { send, events, quarantined } = await openReceiver({ secrets })
      const body = bodyBytes(given)
      const response = await send({ body, signature })
      // White space around a header's value is no part of it (RFC 9110, 5.5).
      const trimmed = typeof signature === 'string' ? signature.replace(/^[ \t]+|[ \t]+$/g, '') : ''
      const isPadded = typeof signature === 'string' && signature !== trimmed
      const expected = isPadded
        ? await verifySignature({ body, signature: trimmed, secrets })
        : want
      expect(response.status).toBe(
        expected.ok ? receiverAnswers.quarantined : receiverAnswers.unverified,
      )
      expect(await events()).toEqual([])
      const [kept] = await quarantined()
      expect(kept?.verified).toBe(expected.ok)
      if (!expected.ok) expect(kept?.code).toBe(expected.code)
    })

    const others = pick(signatureVectors.rows.filter(({ given }) => !isCarried(given.signature)))

    it.each(others)('$rule keeps out: $name', async ({ given }) => {
      const { send, events, quarantined } = await openReceiver({ secrets: given.secrets })
      const response = await send({ body: bodyBytes(given), signature: given.signature })
      expect([400, receiverAnswers.unverified]).toContain(response.status)
      expect(await events()).toEqual([])
      expect((await quarantined()).filter(({ verified }) => verified)).toEqual([])
    })
  })

  describe('examples of the webhook, on the wire', () => {
    const timeOf = (value: unknown) => {
      const { timestamp } = (value ?? {}) as { timestamp?: unknown }
      return parseInstant(String(timestamp)) ?? Date.parse('2025-06-14T10:00:00.000Z')
    }
    const all = examples('SubmissionUpdated')
    const isKept = ({ folder, value }: (typeof all)[number]) =>
      folder === 'valid' ||
      (folder === 'tolerated' &&
        parseInstant(String((value as WebhookEvent).timestamp)) !== undefined)

    it.each(pick(all.filter(isKept)))(
      '$rule keeps and handles $file as $folder: $says',
      async (row) => {
        const { send, events, quarantined, entries, untilHandled } = await openReceiver({
          now: () => timeOf(row.value),
        })
        const response = await send({ body: row.bytes })
        expect(response.status).toBe(receiverAnswers.accepted)
        const [kept, ...others] = await events()
        expect([others, await quarantined()]).toEqual([[], []])
        expect(Buffer.from(kept?.body ?? [])).toEqual(Buffer.from(row.bytes))
        const [entry] = await entries()
        expect(entry?.notes.length === 0).toBe(row.folder === 'valid')
        const { event: name } = row.value as WebhookEvent
        if (name !== messages.submissionUpdated.name) expect(kept?.handling).toBe('unhandled')
        else {
          const read = parseSubmissionUpdatedReceived(withoutProto(row.text))
          expect((await untilHandled(1))[0]?.event).toEqual(read.ok && read.value)
        }
      },
    )

    it.each(pick(all.filter((row) => !isKept(row))))(
      '$rule quarantines $file as $folder: $says',
      async (row) => {
        const { send, events, quarantined } = await openReceiver({ now: () => timeOf(row.value) })
        const response = await send({ body: row.bytes })
        expect(response.status).toBe(receiverAnswers.quarantined)
        expect(await events()).toEqual([])
        const [kept, ...others] = await quarantined()
        expect([kept?.verified, others]).toEqual([true, []])
        expect(Buffer.from(kept?.body ?? [])).toEqual(Buffer.from(row.bytes))
      },
    )
  })
}
