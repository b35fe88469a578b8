import { webhookErrors } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { entryStates } from '../../src/index.ts'
import { explainEntry, explainNotes } from '../../src/page/explain-entry.ts'

describe('an entry is explained', () => {
  it.each(Object.entries(webhookErrors))('by its code: %s', (code, { means, next }) => {
    expect(explainEntry({ state: 'quarantined', code, notes: [] })).toEqual({ means, next })
  })

  it.each(['toString', '__proto__', 'of-another-version', null])(
    'without a known code: %s',
    (code) => {
      const { means } = explainEntry({ state: 'quarantined', code, notes: [] })
      expect(means).toBe('A reason from another version.')
    },
  )

  it.each(entryStates)('by its state: %s', (state) => {
    expect(explainEntry({ state, code: null, notes: [] }).means).not.toBe('')
  })

  it('D-024 as one that waits for nobody where its name is unknown', () => {
    const { means } = explainEntry({ state: 'accepted', code: null, notes: ['unknown-event'] })
    expect(means).toContain('no handler gets it')
  })

  it('F26 as one that the process died with', () => {
    const entry = { state: 'failed', code: null, notes: [] } as const
    const { means } = explainEntry({ ...entry, lastError: 'InterruptedError' })
    expect(means).toContain('The process died')
    expect(explainEntry({ ...entry, lastError: 'RangeError' }).means).not.toContain('died')
  })

  it('by its notes, of another version too', () => {
    expect(explainNotes(['other-bytes', 'constructor'])).toEqual([
      { note: 'other-bytes', means: expect.stringContaining('bytes differ') },
      { note: 'constructor', means: 'A note of another version.' },
    ])
  })
})
