import { describeSent } from '../../engine/run.ts'
import { passed, unseen, wrong } from '../../engine/verdict.ts'
import { effectOf } from '../event-maker.ts'
import { expectTaken, judgeTimes } from '../expect.ts'
import {
  isAccepted,
  notTaken,
  type ReceiverCheck,
  takesGenuine,
  timesOf,
  toBytes,
} from '../receiver-kit.ts'

/** Genuine deliveries in unusual bytes, in pieces, and signed by each secret. */
export const byteChecks: readonly ReceiverCheck[] = [
  {
    id: 'exact-bytes',
    rule: '5.5',
    see: ['D-001'],
    title: 'verifies the bytes as received, with any white space and escapes',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Verify the raw bytes before any parser, not JSON that was parsed and printed again.',
    async drive(kit) {
      const event = kit.events.returned()
      const text = JSON.stringify(event, null, 3).replace('"Asha"', String.raw`"\u0041sha"`)
      return expectTaken(kit, await kit.deliver(`${text}\r\n`), { effect: effectOf(event) })
    },
  },
  {
    id: 'split-characters',
    rule: '5.5',
    see: ['D-001'],
    title: 'puts a body together whose pieces end within a character',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Collect bytes, and decode them once when they are complete.',
    async drive(kit) {
      const event = kit.events.returned({ applicant: { firstName: 'Zoë', lastName: 'Ñúñez' } })
      const body = toBytes(event)
      // One byte into each character that has more than one.
      const cuts = [...body.keys()].filter((at) => (body[at] ?? 0) >= 0xc0).map((at) => at + 1)
      const edges = [0, ...cuts, body.length]
      const pieces = edges.slice(1).map((to, index) => ({
        bytes: body.subarray(edges[index], to),
        pauseMs: index === 0 ? 0 : kit.pauses.splitBodyMs,
      }))
      return expectTaken(kit, await kit.deliver(body, { pieces }), { effect: effectOf(event) })
    },
  },
  {
    id: 'older-secret',
    rule: '5.5',
    see: ['D-004'],
    title: 'takes a delivery that an older secret of its list signed',
    severity: 'must',
    expected: 'a 2xx, and acted upon once',
    next: 'Hold a list of secrets and try each of them.',
    secrets: 2,
    async drive(kit) {
      const older = kit.secrets.slice(1).map((secret) => ({ secret, event: kit.events.returned() }))
      const sent = []
      for (const { secret, event } of older) sent.push(await kit.deliver(event, { secret }))
      const effects = older.map(({ event }) => effectOf(event))
      const said = describeSent(sent)
      const isTaken = sent.every(isAccepted)
      return {
        sent,
        awaits: isTaken ? effects : [],
        judge(sight) {
          if (!isTaken) return takesGenuine(kit) ? wrong(said) : notTaken(kit, said)
          if (!sight) return passed(said)
          const times = effects.map((effect) => timesOf(sight, effect))
          return judgeTimes(said, times)
        },
      }
    },
  },
  {
    id: 'header-names-in-another-case',
    rule: '5.5',
    see: ['D-002'],
    title: 'finds the headers in any case of their names',
    severity: 'advice',
    expected: 'a 2xx, and acted upon once',
    next: 'Look headers up without regard to case: HTTP/2 and many proxies send them in lower case.',
    async drive(kit) {
      const event = kit.events.returned()
      const outgoing = await kit.prepare(event)
      const headers = outgoing.headers.map(([name, value]) => [name.toLowerCase(), value] as const)
      return expectTaken(kit, await kit.send({ ...outgoing, headers }), { effect: effectOf(event) })
    },
  },
  {
    id: 'constant-time',
    rule: 'D-002',
    title: 'compares digests in constant time',
    severity: 'advice',
    expected: 'the same time for every wrong signature',
    next: 'Look into the code: compare the decoded bytes with a function such as timingSafeEqual.',
    drive: async () => ({
      sent: [],
      judge: () => unseen('nothing: over a network that is not to be seen'),
    }),
  },
]
