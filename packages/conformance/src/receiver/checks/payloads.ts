import type { SubmissionUpdated } from '@partner-platform/types'
import { takes, toReceiverChecks } from '../receiver-check.ts'
import type { EventMaker } from '../receiver-kit.ts'

/** A genuine delivery of one event. */
const takesOne = (
  make: (events: EventMaker) => SubmissionUpdated,
  options?: Parameters<typeof takes>[1],
) => takes(({ events }) => [{ event: make(events) }], options)

/** A member that no schema has. */
const unknownMember = { conformanceNote: { seen: [true, null, 1.5] } }

/** Payloads that the contract allows or readers tolerate. */
export const payloadChecks = toReceiverChecks({
  '6.3, D-010 granted': {
    title: 'accepts a granted submission with its three conditional fields',
    next: 'Answer 2xx to a granted submission: check the secret and the URL, then read the log.',
    ...takesOne((events) => events.granted(), { isPlain: true }),
  },
  '6.4.1, D-010 returned': {
    title: 'accepts a returned submission without the conditional fields',
    next: 'Require the conditional fields on VISA_GRANTED only.',
    ...takesOne((events) => events.returned(), { isPlain: true }),
  },
  '6.4.2 returned-with-remarks': {
    title: 'accepts remarks on a returned submission',
    next: 'Validate as a reader: any status may have remarks.',
    ...takesOne((events) =>
      events.returned({ submission: { remarks: 'Please upload the passport again.' } }),
    ),
  },
  '2.3.submission.status, D-023 unknown-status': {
    title: 'accepts a status that it does not know',
    next: 'Read the status as open text: the source names two values and says that there are others.',
    ...takesOne((events) => events.returned({ submission: { status: 'IN_REVIEW' } }), {
      mayIgnore: true,
    }),
  },
  '2.3.submission.contactStatus, D-023 unknown-contact-status': {
    title: 'accepts a contact status that it does not know',
    next: 'Read the contact status as open text: the source names one value and says that there are others.',
    ...takesOne((events) => events.returned({ submission: { contactStatus: 'CONTACTED_TWICE' } })),
  },
  '2.3.submission.applicant.phone without-phone': {
    title: 'accepts an applicant without a phone',
    next: 'Make the phone optional on every status.',
    ...takesOne((events) => {
      const event = events.returned()
      const { phone: _, ...applicant } = event.submission.applicant
      return { ...event, submission: { ...event.submission, applicant } }
    }),
  },
  '2.3.submission.feedbackDocsUrl without-documents': {
    title: 'accepts a granted submission with no links in its list',
    next: 'Accept an empty array of links.',
    ...takesOne((events) => events.granted({ submission: { feedbackDocsUrl: [] } })),
  },
  '2.3.submission.applicant.firstName, D-001 names-beyond-ascii': {
    title: 'accepts names beyond ASCII',
    next: 'Verify the bytes as received, and read them as UTF-8.',
    ...takesOne((events) =>
      events.returned({ applicant: { firstName: 'Zoë 张 👩‍👩‍👧', lastName: 'Ōe-Ñúñez' } }),
    ),
  },
  '2.3.submission.applicant.phone, D-023 phone-with-spaces': {
    title: 'accepts a phone with spaces',
    next: 'Accept any text as a phone: the source does not say how the international format is written.',
    ...takesOne((events) => events.returned({ applicant: { phone: '+91 98765 43210' } })),
  },
  '2.3.submission.visa.uuid, D-023 uuid-in-upper-case': {
    title: 'accepts a UUID in upper case',
    next: 'Compare UUIDs without regard to case, or take them as text.',
    ...takesOne((events) => {
      const event = events.returned()
      const { visa } = event.submission
      const upperCase = { ...visa, uuid: visa.uuid.toUpperCase() }
      return { ...event, submission: { ...event.submission, visa: upperCase } }
    }),
  },
  '2.3.timestamp, D-023 timestamp-with-offset': {
    title: 'accepts a timestamp whose offset is written +00:00',
    next: 'Read the timestamp with a parser of ISO 8601, which has more than one spelling of UTC.',
    ...takesOne((events) => {
      const event = events.returned()
      return { ...event, timestamp: event.timestamp.replace('Z', '+00:00') }
    }),
  },
  '2.3.submission.feedbackDocsUrl, D-023 link-without-tls': {
    title: 'accepts a link that begins with http',
    next: 'Accept any text as a link, and check its scheme before you open or show it.',
    ...takesOne((events) =>
      events.granted({ submission: { feedbackDocsUrl: ['http://files.example/visa.pdf'] } }),
    ),
  },
  'D-023 null-phone': {
    title: 'treats a phone that is null as no phone',
    next: 'Read null as absent if a member is optional.',
    // No type of the sender allows it.
    ...takesOne((events) => events.returned({ applicant: { phone: null as unknown as string } })),
  },
  'D-026 unknown-member': {
    title: 'accepts members that it does not know',
    next: 'Ignore members that you do not know, so that the contract can grow.',
    ...takesOne((events) => {
      const event = events.returned()
      const submission = { ...event.submission, ...unknownMember }
      return { ...event, ...unknownMember, submission }
    }),
  },
})
