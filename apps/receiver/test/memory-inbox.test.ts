import { examples } from '@partner-platform/contract-kit'
import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { createMemoryInbox } from '../src/index.ts'

const [example] = examples('SubmissionUpdated').filter(({ folder }) => folder === 'valid')
const eventAt = (seconds: number): WebhookEvent => ({
  ...(example?.value as WebhookEvent),
  timestamp: new Date(seconds * 1_000).toISOString(),
})
const delivery = (storageKey: string, bodyBytes = 10): AcceptedDelivery => ({
  body: new Uint8Array(bodyBytes),
  storageKey,
  receivedAtMs: 0,
  notes: [],
})
const refused = (storageKey: string, bodyBytes = 10): QuarantinedDelivery => ({
  ...delivery(storageKey, bodyBytes),
  code: 'missing-signature',
  issues: [],
  verified: false,
})

describe('createMemoryInbox', () => {
  it('D-007 lets the oldest go when the quarantine has too many rows', () => {
    const inbox = createMemoryInbox({ environment: 'staging', quarantineRows: 2 })
    for (const key of ['a', 'b', 'c']) inbox.quarantine(refused(key))
    expect(inbox.quarantined().map(({ storageKey }) => storageKey)).toEqual(['b', 'c'])
  })

  it('D-007 lets the oldest go when the quarantine has too many bytes', () => {
    const inbox = createMemoryInbox({ environment: 'staging', quarantineBytes: 25 })
    for (const key of ['a', 'b', 'c']) inbox.quarantine(refused(key))
    expect(inbox.quarantined().map(({ storageKey }) => storageKey)).toEqual(['b', 'c'])
    inbox.quarantine(refused('large', 26))
    expect(inbox.quarantined()).toEqual([])
  })

  it('D-007 keeps a thousand rows by the figures of the contract', () => {
    const inbox = createMemoryInbox({ environment: 'staging' })
    for (let row = 0; row < 1_001; row++) inbox.quarantine(refused(String(row)))
    expect(inbox.quarantined()).toHaveLength(1_000)
    expect(inbox.quarantined()[0]?.storageKey).toBe('1')
  })

  it('is bounded, and knows an event again only while it is kept', () => {
    const inbox = createMemoryInbox({ environment: 'staging', inboxRows: 2 })
    expect(inbox.add(eventAt(1), delivery('a'))).toBe('accepted')
    expect(inbox.add(eventAt(1), delivery('a'))).toBe('duplicate')
    inbox.add(eventAt(2), delivery('b'))
    inbox.add(eventAt(3), delivery('c'))
    expect(inbox.events().map(({ storageKey }) => storageKey)).toEqual(['b', 'c'])
    expect(inbox.add(eventAt(1), delivery('a'))).toBe('accepted')
    expect(inbox.events().at(-1)?.superseded).toBe(true)
  })

  it('D-014 does not call an event of the same time superseded', () => {
    const inbox = createMemoryInbox({ environment: 'staging' })
    const other = { ...eventAt(1), submission: { ...eventAt(1).submission, status: 'OTHER' } }
    inbox.add(eventAt(1), delivery('a'))
    inbox.add(other, delivery('b'))
    expect(inbox.events().map(({ superseded }) => superseded)).toEqual([false, false])
  })
})
