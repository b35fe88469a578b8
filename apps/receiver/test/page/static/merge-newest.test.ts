import { describe, expect, it } from 'vitest'
import type { EntrySummary } from '../../../src/index.ts'
import { mergeNewest } from '../../../src/page/static/inbox.js'

/** Entries from one number down to another. */
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => ({ id: String(from - at) }) as EntrySummary)

describe('the newest entries', () => {
  it.each([
    [
      'come before those that were loaded',
      { entries: down(150, 101), next: '101' },
      { entries: down(152, 103), next: '103' },
      { entries: down(152, 101), next: '101' },
    ],
    [
      'replace those that are too old to fit on',
      { entries: down(150, 101), next: '101' },
      { entries: down(999, 950), next: '950' },
      { entries: down(999, 950), next: '950' },
    ],
    [
      'are all where there are no older ones any more',
      { entries: down(150, 101), next: null },
      { entries: down(152, 140), next: null },
      { entries: down(152, 140), next: null },
    ],
    [
      'may be none',
      { entries: down(150, 101), next: null },
      { entries: [], next: null },
      { entries: [], next: null },
    ],
    [
      'push out the oldest of a thousand, which can be loaded again',
      { entries: down(2000, 1001), next: null },
      { entries: down(2010, 1811), next: '1811' },
      { entries: down(2010, 1011), next: '1011' },
    ],
  ])('%s', (_, shown, answer, merged) => {
    expect(mergeNewest(shown, answer)).toEqual(merged)
  })
})
