import type { SubmissionUpdated } from '@partner-platform/types'
import type { CheckTexts } from '../../engine/check.ts'
import { effectOf } from '../event-maker.ts'
import { expectTaken } from '../expect.ts'
import type { ReceiverCheck, ReceiverKit } from '../receiver-kit.ts'

type Texts = Omit<CheckTexts, 'expected' | 'severity'> & Partial<CheckTexts>

/** A genuine delivery whose event the receiver must take; `mayIgnore` where it need not act upon it, `isPlain` where there is nothing odd in it. */
function takes(
  texts: Texts,
  make: (kit: ReceiverKit) => SubmissionUpdated,
  { mayIgnore = false, isPlain = false } = {},
): ReceiverCheck {
  const expected = mayIgnore ? 'a 2xx' : 'a 2xx, and acted upon once'
  return {
    severity: 'must',
    expected,
    ...texts,
    async drive(kit) {
      const event = make(kit)
      const effect = mayIgnore ? null : effectOf(event)
      return expectTaken(kit, await kit.deliver(event), { effect, isPlain })
    },
  }
}

/** A member that no schema has. */
export const unknownMember = { conformanceNote: { seen: [true, null, 1.5] } }

/** What may stand in a payload. */
export const payloadChecks: readonly ReceiverCheck[] = [
  takes(
    {
      id: 'granted',
      rule: '6.3',
      see: ['D-010'],
      title: 'takes a granted submission with its three conditional fields',
      next: 'Answer 2xx to a granted submission: compare secret and URL, then read the log.',
    },
    ({ events }) => events.granted(),
    { isPlain: true },
  ),
  takes(
    {
      id: 'returned',
      rule: '6.4.1',
      see: ['D-010'],
      title: 'takes a returned submission without the conditional fields',
      next: 'Demand the conditional fields on VISA_GRANTED only.',
    },
    ({ events }) => events.returned(),
    { isPlain: true },
  ),
  takes(
    {
      id: 'returned-with-remarks',
      rule: '6.4.2',
      title: 'takes remarks on a returned submission',
      next: 'Validate as a reader: remarks may be there on any status.',
    },
    ({ events }) =>
      events.returned({ submission: { remarks: 'Please upload the passport again.' } }),
  ),
  takes(
    {
      id: 'unknown-status',
      rule: '2.3.submission.status',
      see: ['D-023'],
      title: 'takes a status that it does not know',
      next: 'Read the status as open text: the source names two values and says that there are others.',
    },
    ({ events }) => events.returned({ submission: { status: 'IN_REVIEW' } }),
    { mayIgnore: true },
  ),
  takes(
    {
      id: 'unknown-contact-status',
      rule: '2.3.submission.contactStatus',
      see: ['D-023'],
      title: 'takes a contact status that it does not know',
      next: 'Read the contact status as open text: the source names one value and says that there are others.',
    },
    ({ events }) => events.returned({ submission: { contactStatus: 'CONTACTED_TWICE' } }),
  ),
  takes(
    {
      id: 'without-phone',
      rule: '2.3.submission.applicant.phone',
      title: 'takes an applicant without a phone',
      next: 'Make the phone optional on every status.',
    },
    ({ events }) => withoutPhone(events.returned()),
  ),
  takes(
    {
      id: 'without-documents',
      rule: '2.3.submission.feedbackDocsUrl',
      title: 'takes a granted submission with no links in its list',
      next: 'Take an empty array of links.',
    },
    ({ events }) => events.granted({ submission: { feedbackDocsUrl: [] } }),
  ),
  takes(
    {
      id: 'names-beyond-ascii',
      rule: '2.3.submission.applicant.firstName',
      see: ['D-001'],
      title: 'takes names beyond ASCII',
      next: 'Verify the bytes as they came, and read them as UTF-8.',
    },
    ({ events }) =>
      events.returned({ applicant: { firstName: 'Zoë 张 👩‍👩‍👧', lastName: 'Ōe-Ñúñez' } }),
  ),
  takes(
    {
      id: 'phone-with-spaces',
      rule: '2.3.submission.applicant.phone',
      see: ['D-023'],
      title: 'takes a phone with spaces',
      next: 'Take any text as a phone: the source names no spelling of the international format.',
    },
    ({ events }) => events.returned({ applicant: { phone: '+91 98765 43210' } }),
  ),
  takes(
    {
      id: 'uuid-in-upper-case',
      rule: '2.3.submission.visa.uuid',
      see: ['D-023'],
      title: 'takes a UUID in upper case',
      next: 'Compare UUIDs without regard to case, or take them as text.',
    },
    ({ events }) => {
      const event = events.returned()
      const { visa } = event.submission
      const upperCase = { ...visa, uuid: visa.uuid.toUpperCase() }
      return { ...event, submission: { ...event.submission, visa: upperCase } }
    },
  ),
  takes(
    {
      id: 'timestamp-with-offset',
      rule: '2.3.timestamp',
      see: ['D-023'],
      title: 'takes a timestamp whose offset is written +00:00',
      next: 'Read the timestamp with a parser of ISO 8601, which has more than one spelling of UTC.',
    },
    ({ events }) => {
      const event = events.returned()
      return { ...event, timestamp: event.timestamp.replace('Z', '+00:00') }
    },
  ),
  takes(
    {
      id: 'link-without-tls',
      rule: '2.3.submission.feedbackDocsUrl',
      see: ['D-023'],
      title: 'takes a link that begins with http',
      next: 'Accept any text as a link, and check its scheme before you open or show it.',
    },
    ({ events }) =>
      events.granted({ submission: { feedbackDocsUrl: ['http://files.example/visa.pdf'] } }),
  ),
  takes(
    {
      id: 'null-phone',
      rule: 'D-023',
      severity: 'advice',
      title: 'takes null for a phone as no phone',
      next: 'Read null as absent if a member is optional.',
    },
    // No type of the sender allows it.
    ({ events }) => events.returned({ applicant: { phone: null as unknown as string } }),
  ),
  takes(
    {
      id: 'unknown-member',
      rule: 'D-026',
      severity: 'advice',
      title: 'takes members that it does not know',
      next: 'Ignore members that you do not know, so that the contract can grow.',
    },
    ({ events }) => withUnknownMembers(events.returned()),
  ),
]

function withoutPhone(event: SubmissionUpdated): SubmissionUpdated {
  const { phone: _, ...applicant } = event.submission.applicant
  return { ...event, submission: { ...event.submission, applicant } }
}

function withUnknownMembers(event: SubmissionUpdated): SubmissionUpdated {
  const submission = { ...event.submission, ...unknownMember }
  return { ...event, ...unknownMember, submission }
}
