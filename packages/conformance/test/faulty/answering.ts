import { setTimeout as pause } from 'node:timers/promises'
import { parseWebhook, type WebhookEvent } from '@partner-platform/webhooks'
import { rightParts } from './faulty-receiver.ts'
import { type FaultyFixture, faulty } from './fixture.ts'

const ageMs = (event: WebhookEvent) => Date.now() - Date.parse(event.timestamp)
const minuteMs = 60_000

/** Receivers that answer too early, too late or with the wrong status. */
export const answeringFaults: readonly FaultyFixture[] = [
  faulty(
    'answers before it has read the body',
    { rule: 'D-006', breaks: ['early-answer', 'oversized-body'] },
    { earlyAnswer: 202 },
  ),
  faulty(
    'answers before storing, and forgets what comes while it is busy',
    { rule: '3.trigger', breaks: ['burst', 'duplicates-at-once'] },
    busyFrom(6),
  ),
  faulty(
    'does its work before it answers',
    { rule: '6.5.1', warning: 'slow-answer', breaks: ['quick-answer'], quickAnswerMs: 20 },
    { beforeAnswer: () => pause(30) },
  ),
  faulty(
    'refuses what it cannot read',
    { rule: 'D-008', breaks: ['missing-comma', 'no-event'] },
    { unreadable: 400 },
  ),
  faulty(
    'throws on what it cannot read',
    { rule: 'D-008', breaks: ['missing-comma', 'no-event', 'empty-body'] },
    {
      parse(delivery) {
        JSON.parse(delivery.body.toString()).submission.uuid.trim()
        return rightParts.parse(delivery)
      },
    },
  ),
  faulty(
    'has no limit of size',
    { rule: 'D-009', breaks: ['oversized-body'] },
    {
      limitBytes: Number.POSITIVE_INFINITY,
      parse: ({ body, ...delivery }) =>
        rightParts.parse({
          ...delivery,
          body: Buffer.from(body.toString('latin1').trim(), 'latin1'),
        }),
    },
  ),
  faulty(
    'takes small bodies only',
    { rule: 'D-009', breaks: ['largest-body'] },
    { limitBytes: 50_000 },
  ),
  faulty(
    'ignores timestamps',
    { rule: 'D-005', breaks: ['replayed-recording', 'event-from-the-future'] },
    {
      parse: ({ body }) =>
        parseWebhook({ body, headers: {}, verification: 'off', now: () => timeOf(body) }),
    },
  ),
  faulty(
    'takes nothing that is older than five minutes',
    { rule: 'D-012', breaks: ['late-retry', 'late-replay'] },
    { takes: (event) => ageMs(event) < 5 * minuteMs },
  ),
  faulty(
    'takes nothing from ahead of its clock',
    { rule: 'D-005', breaks: ['sender-clock-ahead'] },
    { takes: (event) => ageMs(event) > -minuteMs },
  ),
  faulty(
    'ignores the content type',
    { rule: 'D-009', breaks: ['other-type'] },
    { refuse: ({ method }) => (method === 'POST' ? undefined : 405) },
  ),
  faulty(
    'takes no parameter of the content type',
    { rule: 'D-009', breaks: ['type-with-charset'] },
    {
      refuse: (request) =>
        request.headers['content-type']?.includes(';') ? 415 : rightParts.refuse(request),
    },
  ),
  faulty(
    'takes any method',
    { rule: 'D-009', breaks: ['other-method'] },
    {
      refuse: (request) => {
        if (request.method === 'GET') return 200
        return request.method === 'POST' ? rightParts.refuse(request) : undefined
      },
    },
  ),
  faulty(
    'gives up on a slow body',
    { rule: 'D-011', breaks: ['slow-body'], pauses: { slowBodyMs: 80 } },
    {
      async read(request, limitBytes) {
        const late = pause(500).then(() => undefined)
        return Promise.race([rightParts.read(request, limitBytes), late])
      },
    },
  ),
]

function timeOf(body: Buffer): number {
  const [, timestamp] = /"timestamp":\s*"([^"]+)"/.exec(body.toString('latin1')) ?? []
  return Date.parse(timestamp ?? '') || Date.now()
}

/** A receiver that does nothing while it has so many requests, and says nothing of it. */
function busyFrom(limit: number): Parameters<typeof faulty>[2] {
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
      do await pause(50)
      while (performance.now() - newestMs < 45)
      return rightParts.verify(delivery, secrets)
    },
    work: (act) => {
      if (active < limit) act()
    },
  }
}
