import { messages } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import { type Delivery, rightParts } from './faulty-receiver.ts'
import { type FaultyFixture, faulty } from './fixture.ts'

const headerName = ({ request }: Delivery) => String(request.headers['x-platform-event'])

/** Receivers that read a body, or an event, wrongly. */
export const readingFaults: readonly FaultyFixture[] = [
  faulty(
    'decodes each chunk by itself',
    { rule: '5.5', breaks: ['split-characters', 'signed-as-text'] },
    {
      async read(request, limitBytes) {
        let text = ''
        for await (const chunk of request) text += (chunk as Buffer).toString('utf8')
        return text.length > limitBytes ? undefined : Buffer.from(text)
      },
    },
  ),
  faulty(
    'refuses remarks unless the visa is granted',
    { rule: '6.4.2', breaks: ['returned-with-remarks'] },
    {
      takes: ({ submission }) =>
        submission.status === 'VISA_GRANTED' || submission.remarks === undefined,
    },
  ),
  faulty(
    'demands a phone',
    { rule: '2.3.submission.applicant.phone', breaks: ['without-phone', 'null-phone'] },
    { takes: ({ submission }) => submission.applicant.phone !== undefined },
  ),
  faulty(
    'validates as the sender must',
    {
      rule: '6.4.2',
      breaks: [
        'returned-with-remarks',
        'phone-with-spaces',
        'uuid-in-upper-case',
        'timestamp-with-offset',
        'link-without-tls',
        'unknown-member',
      ],
    },
    {
      takes: (event) =>
        event.event !== messages.submissionUpdated.name || isSubmissionUpdatedSent(event),
    },
  ),
  faulty(
    'takes null for a wrong phone',
    { rule: 'D-023', breaks: ['null-phone'] },
    { takes: (_, { body }) => !body.includes('"phone":null') },
  ),
  faulty(
    'refuses members that it does not know',
    { rule: 'D-026', breaks: ['unknown-member'] },
    { takes: (event) => Object.keys(event).length === 4 },
  ),
  faulty(
    'refuses statuses that it does not know',
    { rule: '2.3.submission.status', breaks: ['unknown-status'] },
    {
      takes: ({ submission }) => ['VISA_GRANTED', 'RETURNED'].includes(submission.status),
    },
  ),
  faulty(
    'refuses contact statuses that it does not know',
    { rule: '2.3.submission.contactStatus', breaks: ['unknown-contact-status'] },
    { takes: ({ submission }) => submission.contactStatus === 'NOT_CONTACTED' },
  ),
  faulty(
    'demands a link',
    { rule: '2.3.submission.feedbackDocsUrl', breaks: ['without-documents'] },
    { takes: ({ submission }) => submission.feedbackDocsUrl?.length !== 0 },
  ),
  faulty(
    'takes a granted submission only without links',
    { rule: '6.3', breaks: ['granted', 'link-without-tls'] },
    {
      takes: ({ submission }) =>
        submission.status !== 'VISA_GRANTED' || submission.feedbackDocsUrl?.length === 0,
    },
  ),
  faulty(
    'trusts the event of the header',
    { rule: '6.1.3', breaks: ['header-names-another-event', 'body-names-another-event'] },
    { nameOf: (_, delivery) => headerName(delivery) },
  ),
  faulty(
    'refuses a header that differs from the body',
    { rule: '6.1.3', breaks: ['header-names-another-event'] },
    { takes: (event, delivery) => headerName(delivery) === event.event },
  ),
  faulty(
    'refuses events that it does not know',
    { rule: 'D-024', breaks: ['unknown-event'] },
    { unknownEvent: 422 },
  ),
  faulty(
    'acts upon any event',
    { rule: '6.1.3', breaks: ['body-names-another-event', 'unknown-event'] },
    { nameOf: () => messages.submissionUpdated.name },
  ),
  faulty(
    'repairs malformed JSON',
    { rule: 'D-008', breaks: ['missing-comma'] },
    {
      parse: ({ body, ...delivery }) =>
        rightParts.parse({
          ...delivery,
          body: Buffer.from(body.toString('latin1').replace(/\}(\s+")/g, '},$1'), 'latin1'),
        }),
    },
  ),
  faulty(
    'reads JSON by JSON.parse alone',
    { rule: 'D-006', breaks: ['duplicate-names', 'not-utf-8'] },
    { parse: ({ body, ...delivery }) => rightParts.parse({ ...delivery, body: printAgain(body) }) },
  ),
]

function printAgain(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  } catch {
    return body
  }
}
