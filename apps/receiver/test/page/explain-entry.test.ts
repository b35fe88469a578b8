import { webhookErrors } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { explainEntry, explainNotes } from '../../src/page/explain-entry.ts'

const meaningOf = (entry: Partial<Parameters<typeof explainEntry>[0]>) =>
  explainEntry({ state: 'quarantined', code: null, notes: [], ...entry }).means

it('explains every code, and codes of other versions', () => {
  for (const [code, { means }] of Object.entries(webhookErrors)) {
    expect(meaningOf({ code })).toBe(means)
  }
  for (const code of ['toString', '__proto__', 'of-another-version', null]) {
    expect(meaningOf({ code })).toBe('A different version of the receiver wrote this reason.')
  }
})

it('D-024 says that no handler gets an unknown event', () => {
  expect(meaningOf({ state: 'accepted', notes: ['unknown-event'] })).toContain('no handler gets it')
})

it('F26 says that the process died with an event', () => {
  const meaning = (lastError: string) => meaningOf({ state: 'failed', lastError })
  expect(meaning('InterruptedError')).toContain('The process died')
  expect(meaning('RangeError')).not.toContain('died')
})

it('explains notes, and notes of other versions', () => {
  expect(explainNotes(['other-bytes', 'constructor'])).toEqual([
    { note: 'other-bytes', means: expect.stringContaining('bytes differ') },
    { note: 'constructor', means: 'A different version of the receiver wrote this note.' },
  ])
})
