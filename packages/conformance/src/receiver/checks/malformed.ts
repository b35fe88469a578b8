import { constants, type SubmissionUpdated } from '@partner-platform/types'
import type { CheckTexts } from '../../engine/check.ts'
import type { AnswerKind } from '../../http/exchange.ts'
import { expectIdle } from '../expect.ts'
import { type Body, type ReceiverCheck, toBytes } from '../receiver-kit.ts'

type Texts = Omit<CheckTexts, 'expected' | 'severity' | 'rule'> & Partial<CheckTexts>
type Options = { kinds?: readonly AnswerKind[]; isHidden?: boolean }

/** Signed bodies that are no event. */
function keeps(
  texts: Texts,
  make: (event: SubmissionUpdated) => readonly Body[],
  { kinds = ['accepted'], isHidden = false }: Options = {},
): ReceiverCheck {
  return {
    rule: 'D-008',
    severity: 'advice',
    expected: isHidden ? 'not acted upon' : 'a 2xx, and not acted upon',
    ...texts,
    async drive(kit) {
      const event = kit.events.returned()
      const sent = []
      for (const body of make(event)) sent.push(await kit.deliver(body))
      return expectIdle(kit, sent, { uuids: [event.submission.uuid], kinds, isHidden })
    },
  }
}

const any: Options = { kinds: ['accepted', 'refused'], isHidden: true }
const deepest = constants.jsonDepthLimit
/** Deep enough for a parser that calls itself, within the limit of a body. */
const abyss = 20_000

/** What the service signed and nobody can read, or should. */
export const malformedChecks: readonly ReceiverCheck[] = [
  keeps(
    {
      id: 'missing-comma',
      see: ['6.4.2'],
      title: "quarantines malformed JSON, as in the source's own sample: a comma is missing",
      next: 'Answer 2xx and keep the bytes for a person: anything else costs retries of the same bytes.',
    },
    (event) => {
      const submission = { ...event.submission, remarks: 'Please upload the passport again.' }
      const text = JSON.stringify({ ...event, submission }, null, 2)
      return [text.replace(/,(\s+"remarks")/, '$1')]
    },
  ),
  keeps(
    {
      id: 'no-event',
      title: 'quarantines signed JSON that is not an event',
      next: 'Check that the body is an object with the members of the contract before you touch them.',
    },
    (event) => ['null', '[]', '"text"', '0', '{}', JSON.stringify({ ...event, submission: null })],
  ),
  keeps(
    {
      id: 'empty-body',
      title: 'answers a signed empty body',
      next: 'Treat an empty body as one that cannot be read.',
    },
    () => [''],
    { kinds: ['accepted', 'refused'] },
  ),
  keeps(
    {
      id: 'not-utf-8',
      rule: 'D-006',
      see: ['D-008'],
      title: 'does not act upon bytes that are not UTF-8',
      next: 'Decode as UTF-8 and refuse bad bytes, or two bodies read alike.',
    },
    (event) => [withBadByte(event)],
    any,
  ),
  keeps(
    {
      id: 'duplicate-names',
      rule: 'D-006',
      see: ['D-008'],
      title: 'does not act upon an object that has a member twice',
      next: 'Refuse duplicate names: two parsers read two events from one signed body.',
    },
    (event) => {
      const status = JSON.stringify({ status: event.submission.status }).slice(1, -1)
      return [JSON.stringify(event).replace(status, `"status":"VISA_GRANTED",${status}`)]
    },
    any,
  ),
  keeps(
    {
      id: 'too-deep',
      rule: 'D-006',
      see: ['D-008'],
      title: 'does not act upon JSON that is nested too deep, and survives it',
      next: 'Limit the depth before or while you parse.',
    },
    (event) => [nested(event, deepest + 1), nested(event, abyss)],
    any,
  ),
]

function withBadByte(event: SubmissionUpdated): Uint8Array {
  const body = toBytes(event)
  const at = Buffer.from(body).indexOf('Asha')
  return body.with(at + 1, 0xff)
}

/** The event with an unknown member of `levels` nested arrays. */
function nested(event: SubmissionUpdated, depth: number): string {
  const text = JSON.stringify(event)
  return `${text.slice(0, -1)},"note":${'['.repeat(depth)}${']'.repeat(depth)}}`
}
