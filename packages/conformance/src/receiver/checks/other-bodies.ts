import { expectRefused } from '../expect.ts'
import { type ReceiverCheck, toBytes } from '../receiver-kit.ts'
import { genuineOf } from './signatures.ts'

/** Right signatures on other bytes than those that were signed. */
export const otherBodyChecks: readonly ReceiverCheck[] = [
  {
    id: 'signature-used-again',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses the right signature of one body on another',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify each delivery anew: a signature that was right once says nothing of another body.',
    secrets: 1,
    async drive(kit) {
      const first = kit.events.returned()
      const signatures = [await genuineOf(kit, toBytes(first))]
      const genuine = await kit.deliver(first, { signatures })
      const second = kit.events.granted()
      const sent = await kit.deliver(second, { signatures })
      // Without the first the second shows nothing.
      return { ...expectRefused(kit, [sent], [second.submission.uuid]), sent: [genuine, sent] }
    },
  },
  {
    id: 'changed-body',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses a body that was changed after it was signed',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify the bytes that you parse, all of them.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned()
      const signatures = [await genuineOf(kit, toBytes(event))]
      const changed = kit.events.granted({ submission: { uuid: event.submission.uuid } })
      const sent = await kit.deliver(changed, { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
  {
    id: 'signed-in-other-bytes',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses a body whose signature fits only what a parser makes of it',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Verify the raw bytes before any parser, not JSON that was parsed and printed again.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned()
      const signatures = [await genuineOf(kit, toBytes(JSON.stringify(event)))]
      const sent = await kit.deliver(JSON.stringify(event, null, 2), { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
  {
    id: 'signed-as-text',
    rule: '5.6',
    see: ['D-001'],
    title: 'refuses bytes that only decode to the text that was signed',
    severity: 'must',
    expected: 'a 4xx, or a 2xx and not acted upon',
    next: 'Give the HMAC the bytes of the body, not text: all bytes that are not UTF-8 decode alike.',
    secrets: 1,
    async drive(kit) {
      const event = kit.events.returned({ applicant: { firstName: replacement } })
      const body = toBytes(event)
      const signatures = [await genuineOf(kit, body)]
      const at = Buffer.from(body).indexOf(replacement)
      const bytes = Buffer.concat([body.subarray(0, at), badByte, body.subarray(at + 3)])
      const sent = await kit.deliver(bytes, { signatures })
      return expectRefused(kit, [sent], [event.submission.uuid])
    },
  },
]

/** What decoders put in the place of bytes that are not UTF-8; three bytes long itself. */
const replacement = '\u{fffd}'
const badByte = Uint8Array.of(0xff)
