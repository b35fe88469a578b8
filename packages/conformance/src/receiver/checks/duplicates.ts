import { constants, type SubmissionUpdated } from '@partner-platform/types'
import { describeSent, type Sent } from '../../engine/run.ts'
import { passed, wrong } from '../../engine/verdict.ts'
import type { HeaderLine } from '../../http/exchange.ts'
import { effectOf } from '../event-maker.ts'
import { judgeTimes, unseenEffects } from '../expect.ts'
import {
  type Drive,
  isAccepted,
  notTaken,
  type ReceiverCheck,
  type ReceiverKit,
  timesOf,
  toBytes,
} from '../receiver-kit.ts'
import { genuineOf } from './signatures.ts'

const prefix = constants.signaturePrefix
const atOnceCount = 20

/** Headers that no contract mentions and that some senders and proxies set: nobody signed them. */
const unsignedHeaders = (value: string): HeaderLine[] =>
  ['x-request-id', 'x-delivery-id', 'idempotency-key', 'webhook-id'].map((name) => [name, value])

type Texts = Pick<ReceiverCheck, 'id' | 'title' | 'next' | 'secrets' | 'bearsLimit'>

const lost = 'Act upon what you acknowledge: after a 2xx it is never sent again.'

/** Deliveries of one event. Acting on none loses the event; acting twice is a warning. */
function once(
  { secrets = 0, ...texts }: Texts,
  send: (kit: ReceiverKit, event: SubmissionUpdated) => Promise<Pick<Drive, 'sent' | 'atOnce'>>,
): ReceiverCheck {
  return {
    rule: '3.trigger',
    see: ['6.5.2', 'D-005'],
    severity: 'must',
    expected: 'acted upon once',
    secrets,
    ...texts,
    async drive(kit) {
      const event = kit.events.returned()
      const effect = effectOf(event)
      const { sent, ...rest } = await send(kit, event)
      const said = describeSent(sent)
      return {
        ...rest,
        sent,
        awaits: sent.some(isAccepted) ? [effect] : [],
        judge(sight) {
          if (!sent.some(isAccepted)) return notTaken(kit, said)
          if (!sight?.isLive) return unseenEffects(said, sight)
          return judgeTimes(said, [timesOf(sight, effect)], { lost, twice: texts.next })
        },
      }
    },
  }
}

/** What arrives more than once. */
export const duplicateChecks: readonly ReceiverCheck[] = [
  {
    id: 'duplicate-answer',
    rule: 'D-009',
    see: ['6.5.2', 'D-010'],
    title: 'answers a duplicate like a success',
    severity: 'advice',
    expected: 'a 2xx to the first and to the second',
    next: 'Answer 2xx to what you already have: anything else is sent again and again.',
    async drive(kit) {
      const outgoing = await kit.prepare(kit.events.returned())
      const sent = [await kit.send(outgoing), await kit.send(outgoing)]
      const said = sent.map(({ answer }) => answer.status ?? 'no answer').join(', then ')
      const [first, second] = sent as [Sent, Sent]
      return {
        sent,
        judge() {
          if (!isAccepted(first)) return notTaken(kit, said)
          return isAccepted(second) ? passed(said) : wrong(said)
        },
      }
    },
  },
  once(
    {
      id: 'duplicate',
      title: 'acts once on a delivery that arrives twice',
      next: 'Keep the SHA-256 of each body under a unique key, and skip what is there already.',
    },
    async (kit, event) => {
      const outgoing = await kit.prepare(event)
      return { sent: [await kit.send(outgoing), await kit.send(outgoing)] }
    },
  ),
  once(
    {
      id: 'duplicates-at-once',
      title: 'acts once on a delivery that arrives on many connections at once',
      next: 'Let a unique key of the database decide which one is first, not a look before the insert.',
      bearsLimit: true,
    },
    async (kit, event) => {
      const outgoing = await kit.prepare(event)
      const sending = Array.from({ length: atOnceCount }, () => kit.send(outgoing))
      return { sent: await Promise.all(sending), atOnce: true }
    },
  ),
  once(
    {
      id: 'duplicate-in-other-bytes',
      title: 'acts once upon one event in two spellings',
      next: 'Also keep (environment, event, submission.uuid, timestamp, status) under a unique key.',
    },
    async (kit, event) => ({
      sent: [await kit.deliver(event), await kit.deliver(JSON.stringify(event, null, 2))],
    }),
  ),
  once(
    {
      id: 'duplicate-with-other-headers',
      title: 'acts once upon the same bytes under other unsigned headers',
      next: 'Deduplicate by what is signed: the body. Headers can be anything.',
    },
    async (kit, event) => ({
      sent: [
        await kit.deliver(event, { headers: unsignedHeaders(kit.events.uuid()) }),
        await kit.deliver(event, { headers: unsignedHeaders(kit.events.uuid()) }),
      ],
    }),
  ),
  once(
    {
      id: 'duplicate-with-other-signature',
      title: 'acts once upon the same bytes under another right signature',
      next: 'Deduplicate by the body, not by the signature: its digits have two cases, and a retry may be signed by a newer secret.',
      secrets: 1,
    },
    async (kit, event) => {
      const genuine = await genuineOf(kit, toBytes(event))
      const upperCase = prefix + genuine.slice(prefix.length).toUpperCase()
      const sent = [await kit.deliver(event), await kit.deliver(event, { signatures: [upperCase] })]
      for (const secret of kit.secrets.slice(1)) sent.push(await kit.deliver(event, { secret }))
      return { sent }
    },
  ),
  {
    id: 'events-with-equal-headers',
    rule: '3.trigger',
    see: ['D-005'],
    title: 'acts upon two events under equal unsigned headers',
    severity: 'must',
    expected: 'a 2xx to both, and each acted upon once',
    next: 'Deduplicate by what is signed: the body. Headers can be anything.',
    async drive(kit) {
      const events = [kit.events.returned(), kit.events.returned()]
      const headers = unsignedHeaders(kit.events.uuid())
      const sent: Sent[] = []
      for (const event of events) sent.push(await kit.deliver(event, { headers }))
      const effects = events.map(effectOf)
      const said = describeSent(sent)
      const isTaken = sent.every(isAccepted)
      return {
        sent,
        awaits: isTaken ? effects : [],
        judge(sight) {
          if (!isTaken) return sent.some(isAccepted) ? wrong(said) : notTaken(kit, said)
          if (!sight?.isLive) return unseenEffects(said, sight)
          const times = effects.map((effect) => timesOf(sight, effect))
          return judgeTimes(said, times)
        },
      }
    },
  },
]
