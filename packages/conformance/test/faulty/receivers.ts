import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { messages } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import { parseWebhook, type WebhookEvent } from '@partner-platform/webhooks'
import { expect } from 'vitest'
import type { ReceiverPauses, Report, Warning } from '../../src/index.ts'
import {
  checkFaulty,
  type Delivery,
  type Parts,
  quickPauses,
  rightParts,
} from './faulty-receiver.ts'
import { verificationFaults } from './verification.ts'

/** What the checks must say of a fault. */
export type Finds = {
  /** Ids of all checks with a finding; all others find nothing. */
  breaks: readonly string[]
  /** What the first of them is: a warning of this name. @default advice for a decision, a failure for the source */
  warning?: Warning
}

/** A receiver that is right in all but these parts. */
export type Fault = Finds &
  Partial<Parts> & {
    /** What counts as quick, if the fault is slowness. */
    quickAnswerMs?: number
    /** Pauses that show the fault, if the shortest do not. */
    pauses?: Partial<ReceiverPauses>
  }

const headerName = ({ request }: Delivery) => String(request.headers['x-platform-event'])

/** Reads another body instead of the delivered one. */
const reading =
  (change: (body: Buffer) => Buffer): Parts['parse'] =>
  ({ body, ...delivery }) =>
    rightParts.parse({ ...delivery, body: change(body) })

const printAgain = reading((body) => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  } catch {
    return body
  }
})

const readingFaults: Readonly<Record<string, Fault>> = {
  '5.5 decodes each chunk by itself': {
    breaks: ['split-characters', 'signed-as-text'],
    async read(request, limitBytes) {
      let text = ''
      for await (const chunk of request) text += (chunk as Buffer).toString('utf8')
      return text.length > limitBytes ? undefined : Buffer.from(text)
    },
  },
  '6.4.2 refuses remarks unless the visa is granted': {
    breaks: ['returned-with-remarks'],
    takes: ({ submission: { status, remarks } }) =>
      status === 'VISA_GRANTED' || remarks === undefined,
  },
  '2.3.submission.applicant.phone demands a phone': {
    breaks: ['without-phone', 'null-phone'],
    takes: ({ submission }) => submission.applicant.phone !== undefined,
  },
  '6.4.2 validates as the sender must': {
    breaks: [
      ...['returned-with-remarks', 'phone-with-spaces', 'uuid-in-upper-case'],
      ...['timestamp-with-offset', 'link-without-tls', 'unknown-member'],
    ],
    takes: (event) =>
      event.event !== messages.submissionUpdated.name || isSubmissionUpdatedSent(event),
  },
  'D-023 takes null for a wrong phone': {
    breaks: ['null-phone'],
    takes: (_, { body }) => !body.includes('"phone":null'),
  },
  'D-026 refuses members that it does not know': {
    breaks: ['unknown-member'],
    takes: (event) => Object.keys(event).length === 4,
  },
  '2.3.submission.status refuses statuses that it does not know': {
    breaks: ['unknown-status'],
    takes: ({ submission }) => ['VISA_GRANTED', 'RETURNED'].includes(submission.status),
  },
  '2.3.submission.contactStatus refuses contact statuses that it does not know': {
    breaks: ['unknown-contact-status'],
    takes: ({ submission }) => submission.contactStatus === 'NOT_CONTACTED',
  },
  '2.3.submission.feedbackDocsUrl demands a link': {
    breaks: ['without-documents'],
    takes: ({ submission }) => submission.feedbackDocsUrl?.length !== 0,
  },
  '6.3 takes a granted submission only without links': {
    breaks: ['granted', 'link-without-tls'],
    takes: ({ submission: { status, feedbackDocsUrl } }) =>
      status !== 'VISA_GRANTED' || feedbackDocsUrl?.length === 0,
  },
  '6.1.3 trusts the event of the header': {
    breaks: ['header-names-another-event', 'body-names-another-event'],
    nameOf: (_, delivery) => headerName(delivery),
  },
  '6.1.3 refuses a header that differs from the body': {
    breaks: ['header-names-another-event'],
    takes: (event, delivery) => headerName(delivery) === event.event,
  },
  'D-024 refuses events that it does not know': { breaks: ['unknown-event'], unknownEvent: 422 },
  '6.1.3 acts on any event': {
    breaks: ['body-names-another-event', 'unknown-event'],
    nameOf: () => messages.submissionUpdated.name,
  },
  'D-008 repairs malformed JSON': {
    breaks: ['missing-comma'],
    parse: reading((body) =>
      Buffer.from(body.toString('latin1').replace(/\}(\s+")/g, '},$1'), 'latin1'),
    ),
  },
  'D-006 reads JSON by JSON.parse alone': {
    breaks: ['duplicate-names', 'not-utf-8'],
    parse: printAgain,
  },
}

const deduplicationFaults: Readonly<Record<string, Fault>> = {
  '3.trigger does not deduplicate': {
    warning: 'acted-twice',
    breaks: [
      ...['duplicate', 'duplicates-at-once', 'duplicate-in-other-bytes'],
      ...['duplicate-with-other-headers', 'duplicate-with-other-signature'],
    ],
    keysOf: () => [],
  },
  '3.trigger deduplicates by a header': {
    breaks: ['events-with-equal-headers', 'duplicate-with-other-headers'],
    keysOf(event, delivery) {
      const id = delivery.request.headers['x-request-id']
      return typeof id === 'string' ? [id] : rightParts.keysOf(event, delivery)
    },
  },
  '3.trigger deduplicates by the signature': {
    warning: 'acted-twice',
    breaks: ['duplicate-with-other-signature', 'duplicate-in-other-bytes'],
    keysOf: (_, { signature = '' }) => [signature],
  },
  '3.trigger deduplicates by the body alone': {
    warning: 'acted-twice',
    breaks: ['duplicate-in-other-bytes'],
    keysOf: async (event, delivery) => (await rightParts.keysOf(event, delivery)).slice(0, 1),
  },
  '3.trigger deduplicates by the submission': {
    breaks: [
      ...['each-change', 'status-again', 'changes-at-one-instant', 'changes-within-a-second'],
    ],
    keysOf: ({ submission }) => [submission.uuid],
  },
  '3.trigger deduplicates by the submission and its status': {
    breaks: ['status-again', 'changes-within-a-second'],
    keysOf: ({ submission: { uuid, status } }) => [`${uuid} ${status}`],
  },
  '3.trigger deduplicates by the submission and the timestamp': {
    breaks: ['changes-at-one-instant'],
    keysOf: ({ timestamp, submission: { uuid } }) => [`${uuid} ${timestamp}`],
  },
  '3.trigger deduplicates by a timestamp without milliseconds': {
    breaks: ['changes-within-a-second'],
    keysOf: ({ timestamp, submission: { uuid, status } }) => [
      `${uuid} ${status} ${timestamp.slice(0, 19)}`,
    ],
  },
  '3.trigger looks for a duplicate and inserts later': {
    warning: 'acted-twice',
    breaks: ['duplicates-at-once'],
    async beforeInsert() {
      for (let turn = 0; turn < 50; turn++) await setImmediate()
    },
  },
  'D-009 answers a conflict to a duplicate': { breaks: ['duplicate-answer'], duplicate: 409 },
  'D-014 lets the last one to come win': {
    breaks: ['older-after-newer'],
    isSuperseded: () => false,
  },
  'D-014 refuses an event that comes after a newer one': {
    breaks: ['older-after-newer'],
    ...refusingOlder(),
  },
}

function refusingOlder(): Partial<Parts> {
  const newest = new Map<string, string>()
  return {
    takes({ timestamp, submission: { uuid } }) {
      const last = newest.get(uuid) ?? ''
      if (timestamp > last) newest.set(uuid, timestamp)
      return timestamp >= last
    },
  }
}

const ageMs = (event: WebhookEvent) => Date.now() - Date.parse(event.timestamp)
const minuteMs = 60_000

const answeringFaults: Readonly<Record<string, Fault>> = {
  'D-006 answers before it has read the body': {
    breaks: ['early-answer', 'oversized-body'],
    earlyAnswer: 202,
  },
  '3.trigger answers before storing, and forgets what comes while it is busy': {
    breaks: ['burst', 'duplicates-at-once'],
    ...busyFrom(6),
  },
  '6.5.1 does its work before it answers': {
    warning: 'slow-answer',
    breaks: ['quick-answer'],
    quickAnswerMs: 20,
    beforeAnswer: () => pause(30),
  },
  'D-008 refuses what it cannot read': { breaks: ['missing-comma', 'no-event'], unreadable: 400 },
  'D-008 throws on what it cannot read': {
    breaks: ['missing-comma', 'no-event', 'empty-body'],
    parse(delivery) {
      JSON.parse(delivery.body.toString()).submission.uuid.trim()
      return rightParts.parse(delivery)
    },
  },
  'D-009 has no limit of size': {
    breaks: ['oversized-body'],
    limitBytes: Number.POSITIVE_INFINITY,
    parse: reading((body) => Buffer.from(body.toString('latin1').trim(), 'latin1')),
  },
  'D-009 takes small bodies only': { breaks: ['largest-body'], limitBytes: 50_000 },
  'D-005 ignores timestamps': {
    breaks: ['replayed-recording', 'event-from-the-future'],
    parse: ({ body }) =>
      parseWebhook({ body, headers: {}, verification: 'off', now: () => timeOf(body) }),
  },
  'D-012 takes nothing that is older than five minutes': {
    breaks: ['late-retry', 'late-replay'],
    takes: (event) => ageMs(event) < 5 * minuteMs,
  },
  'D-005 takes nothing from ahead of its clock': {
    breaks: ['sender-clock-ahead'],
    takes: (event) => ageMs(event) > -minuteMs,
  },
  'D-009 ignores the content type': {
    breaks: ['other-type'],
    refuse: ({ method }) => (method === 'POST' ? undefined : 405),
  },
  'D-009 takes no parameter of the content type': {
    breaks: ['type-with-charset'],
    refuse: (request) =>
      request.headers['content-type']?.includes(';') ? 415 : rightParts.refuse(request),
  },
  'D-009 takes any method': {
    breaks: ['other-method'],
    refuse(request) {
      if (request.method === 'GET') return 200
      return request.method === 'POST' ? rightParts.refuse(request) : undefined
    },
  },
  'D-011 gives up on a slow body': {
    breaks: ['slow-body'],
    pauses: { slowBodyMs: 80 },
    async read(request, limitBytes) {
      const late = pause(500).then(() => undefined)
      return Promise.race([rightParts.read(request, limitBytes), late])
    },
  },
}

function timeOf(body: Buffer): number {
  const [, timestamp] = /"timestamp":\s*"([^"]+)"/.exec(body.toString('latin1')) ?? []
  return Date.parse(timestamp ?? '') || Date.now()
}

/** A receiver that silently does nothing while it has too many requests. */
function busyFrom(limit: number): Partial<Parts> {
  let active = 0
  let newestMs = 0
  return {
    refuse(request) {
      active++
      newestMs = performance.now()
      request.socket.once('close', () => active--)
      return rightParts.refuse(request)
    },
    async verify(delivery, secrets) {
      // Until the rest of a burst has arrived too.
      do await pause(100)
      while (performance.now() - newestMs < 95)
      return rightParts.verify(delivery, secrets)
    },
    work: (act) => {
      if (active < limit) act()
    },
  }
}

/** Every receiver with a fault, by the rule that the first of its findings names. */
export const faultyReceivers: Readonly<Record<string, Fault>> = {
  ...verificationFaults,
  ...readingFaults,
  ...deduplicationFaults,
  ...answeringFaults,
}

/** Expects the checks to find the fault under the rule that its name begins with, and nothing else. */
export async function judgeFaulty(name: string, fault: Fault, only?: readonly string[]) {
  const { quickAnswerMs = 10_000, pauses, ...parts } = fault
  const report = await checkFaulty(parts, {
    effectsTimeoutMs: 500,
    quickAnswerMs,
    only,
    pauses: { ...quickPauses, ...pauses },
  })
  expectFound(report, name, fault)
}

/** Expects what was found to be the fault, under the rule that its name begins with, and nothing else. */
export function expectFound({ results }: Report, name: string, { breaks, warning }: Finds) {
  const found = results.filter(({ finding }) => finding)
  expect(found.map(({ id }) => id).sort()).toEqual([...breaks].sort())
  const [rule = ''] = name.split(' ')
  expect(found.find(({ id }) => id === breaks[0])).toMatchObject({
    rule,
    warning: warning ?? (rule.startsWith('D-') ? 'advice' : null),
  })
}
