import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRateLimit, type RateLimitState } from '../src/index.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

const unixSeconds = String(nowMs / 1000 + 900)
const legacy = (reset: string) => ({ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset })
const hyphens = { 'x-rate-limit-remaining': '14', 'x-rate-limit-reset': unixSeconds }
const dictionary = {
  'ratelimit-policy': '100;w=60',
  ratelimit: 'limit=100, remaining=57, reset=12',
}
const byWord = { 'ratelimit-policy': 'default;q=9;w=60', ratelimit: 'default;r=3;t=2' }
const otherPolicy = { 'ratelimit-policy': '"other";q=5;w=1', ratelimit: '"default";r=57;t=12' }
const draftPolicy = {
  'ratelimit-policy': '100;w=60',
  'ratelimit-limit': '100',
  'ratelimit-remaining': '3',
  'ratelimit-reset': '12',
}
const seconds = (resetSeconds: number | null) => ({ remaining: 1, resetSeconds })

// The forms that vectors do not have.
const rows: [string, Record<string, string>, Partial<RateLimitState> | null][] = [
  [
    'the longer wait of two policies with nothing left',
    { ratelimit: '"a";r=0;t=5, "b";r=0;t=50' },
    { policy: 'b', remaining: 0, resetSeconds: 50 },
  ],
  [
    'counts of nine digits',
    {
      'ratelimit-policy': '"default";q=999999999;w=999999998',
      ratelimit: '"default";r=999999997;t=999999996',
    },
    {
      limit: 999_999_999,
      windowSeconds: 999_999_998,
      remaining: 999_999_997,
      resetSeconds: 999_999_996,
    },
  ],
  ['no limit from a policy of another name', otherPolicy, { limit: null, remaining: 57 }],
  ['a name with a quote in it', { ratelimit: '"a\\"b";r=1;t=2' }, { policy: 'a"b', remaining: 1 }],
  ['the draft that names the policy by a word', byWord, { limit: 9, remaining: 3 }],
  [
    'the draft that had a dictionary',
    dictionary,
    { limit: 100, remaining: 57, resetSeconds: 12, windowSeconds: 60, policy: null },
  ],
  [
    'the older triple beside the policy of its draft',
    draftPolicy,
    { limit: 100, remaining: 3, resetSeconds: 12, windowSeconds: 60, policy: null },
  ],
  [
    'the older triple beside a policy of a name',
    { ...draftPolicy, 'ratelimit-policy': '"default";w=60' },
    { limit: 100, remaining: 3, resetSeconds: 12, windowSeconds: 60, policy: 'default' },
  ],
  ['X-Rate-Limit with two hyphens', hyphens, { remaining: 14, resetSeconds: 900 }],
  ['a reset in Unix milliseconds', legacy(String(nowMs + 2500)), seconds(3)],
  ['a reset as a date', legacy('Fri, 20 Nov 2026 12:00:30 GMT'), seconds(30)],
  [
    'the older form if the new one is unreadable',
    { ratelimit: '"default";r=', 'x-ratelimit-remaining': '7' },
    { remaining: 7 },
  ],
  ['the longest of several waits', { 'retry-after': '1, 2' }, { retryAfterSeconds: 2 }],
  ['nothing in a wait beyond counting', { 'retry-after': '9'.repeat(20) }, null],
  ['nothing in a reset beyond counting', legacy('9'.repeat(20)), seconds(null)],
  ['nothing in a reset that is repeated', legacy('12, 13'), seconds(null)],
  ['nothing in a limit that is repeated', { 'ratelimit-limit': '100, 200' }, null],
  ['nothing in members without a comma between', { ratelimit: '"a";r=1;t=2 "b";r=0;t=3' }, null],
  ['nothing in a list that ends in a comma', { ratelimit: '"a";r=1;t=2,' }, null],
  ['nothing in a reset alone', { 'x-ratelimit-reset': '12' }, null],
]

describe('D-015 parseRateLimit', () => {
  it.each(rows)('reads %s', (_, headers, want) => {
    const rateLimit = parseRateLimit(new Headers(headers), nowMs)
    if (want === null) expect(rateLimit).toBeNull()
    else expect(rateLimit).toMatchObject(want)
  })

  it('never throws, and gives counts or null for any headers', () => {
    const scrap = fc.constantFrom(...'"default"|;|r=|t=|q=|=|,|"|\\|1|-| '.split('|'))
    const value = fc.oneof(
      fc.string(),
      fc.array(scrap).map((parts) => parts.join('')),
    )
    const names = ['ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining']
    const more = ['x-ratelimit-limit', 'x-ratelimit-reset', 'retry-after']
    const record = fc.dictionary(fc.constantFrom(...names, ...more), value)
    let read = 0
    fc.assert(
      fc.property(record, (headers) => {
        const get = (name: string) => headers[name.toLowerCase()] ?? null
        const rateLimit = parseRateLimit({ get }, nowMs)
        if (rateLimit === null) return
        read++
        const { policy: _, ...counts } = rateLimit
        for (const count of Object.values(counts)) {
          if (count === null) continue
          expect(Number.isSafeInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 1000 },
    )
    expect(read).toBeGreaterThan(0)
  })

  it('reads a field of 4096 characters, and no longer one', () => {
    const field = (length: number) => `"${'a'.repeat(length - '"";r=5;t=9'.length)}";r=5;t=9`
    const read = (text: string) =>
      parseRateLimit({ get: (name) => (name.toLowerCase() === 'ratelimit' ? text : null) }, nowMs)
    expect(field(4096)).toHaveLength(4096)
    expect(read(field(4096))).toMatchObject({ remaining: 5 })
    expect(read(field(4097))).toBeNull()
  })
})
