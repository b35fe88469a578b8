import { setImmediate } from 'node:timers/promises'
import { rightParts } from './faulty-receiver.ts'
import { type FaultyFixture, faulty } from './fixture.ts'

const closeChanges = ['changes-at-one-instant', 'changes-within-a-second']

/** Receivers that take two deliveries for one, or one for two, or them in the wrong order. */
export const deduplicationFaults: readonly FaultyFixture[] = [
  faulty(
    'does not deduplicate',
    {
      rule: '3.trigger',
      warning: 'acted-twice',
      breaks: [
        'duplicate',
        'duplicates-at-once',
        'duplicate-in-other-bytes',
        'duplicate-with-other-headers',
        'duplicate-with-other-signature',
      ],
    },
    { keysOf: () => [] },
  ),
  faulty(
    'deduplicates by a header',
    { rule: '3.trigger', breaks: ['events-with-equal-headers', 'duplicate-with-other-headers'] },
    {
      keysOf(event, delivery) {
        const id = delivery.request.headers['x-request-id']
        return typeof id === 'string' ? [id] : rightParts.keysOf(event, delivery)
      },
    },
  ),
  faulty(
    'deduplicates by the signature',
    {
      rule: '3.trigger',
      warning: 'acted-twice',
      breaks: ['duplicate-with-other-signature', 'duplicate-in-other-bytes'],
    },
    { keysOf: (_, { signature = '' }) => [signature] },
  ),
  faulty(
    'deduplicates by the body alone',
    { rule: '3.trigger', warning: 'acted-twice', breaks: ['duplicate-in-other-bytes'] },
    { keysOf: async (event, delivery) => (await rightParts.keysOf(event, delivery)).slice(0, 1) },
  ),
  faulty(
    'deduplicates by the submission',
    { rule: '3.trigger', breaks: ['each-change', 'status-again', ...closeChanges] },
    { keysOf: ({ submission }) => [submission.uuid] },
  ),
  faulty(
    'deduplicates by the submission and its status',
    { rule: '3.trigger', breaks: ['status-again', 'changes-within-a-second'] },
    { keysOf: ({ submission: { uuid, status } }) => [`${uuid} ${status}`] },
  ),
  faulty(
    'deduplicates by the submission and the timestamp',
    { rule: '3.trigger', breaks: ['changes-at-one-instant'] },
    { keysOf: ({ timestamp, submission: { uuid } }) => [`${uuid} ${timestamp}`] },
  ),
  faulty(
    'deduplicates by a timestamp without milliseconds',
    { rule: '3.trigger', breaks: ['changes-within-a-second'] },
    {
      keysOf: ({ timestamp, submission: { uuid, status } }) => [
        `${uuid} ${status} ${timestamp.slice(0, 19)}`,
      ],
    },
  ),
  faulty(
    'looks for a duplicate and inserts later',
    { rule: '3.trigger', warning: 'acted-twice', breaks: ['duplicates-at-once'] },
    {
      async beforeInsert() {
        for (let turn = 0; turn < 50; turn++) await setImmediate()
      },
    },
  ),
  faulty(
    'answers a conflict to a duplicate',
    { rule: 'D-009', breaks: ['duplicate-answer'] },
    { duplicate: 409 },
  ),
  faulty(
    'lets the last one to come win',
    { rule: 'D-014', breaks: ['older-after-newer'] },
    { isSuperseded: () => false },
  ),
  faulty(
    'refuses an event that comes after a newer one',
    { rule: 'D-014', breaks: ['older-after-newer'] },
    refusingOlder(),
  ),
]

function refusingOlder(): Parameters<typeof faulty>[2] {
  const newest = new Map<string, string>()
  return {
    takes({ timestamp, submission: { uuid } }) {
      const last = newest.get(uuid) ?? ''
      if (timestamp > last) newest.set(uuid, timestamp)
      return timestamp >= last
    },
  }
}
