import { expect, it } from 'vitest'
import { parseRetryAfter } from '../src/parse-retry-after.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.250Z')

const rows: [string | null, number | null][] = [
  [null, null],
  ['', null],
  ['0', 0],
  ['12', 12],
  [' 12 ', 12],
  ['007', 7],
  ['-1', null],
  ['+1', null],
  ['1.5', null],
  ['1e3', null],
  ['1, 2', 2],
  ['2, 1', 2],
  ['12,13', 13],
  ['12,', 12],
  [',', null],
  ['12, soon', 12],
  ['soon, later', null],
  ['12s', null],
  ['\u0661\u0662', null],
  [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  ['9007199254740993', Number.MAX_SAFE_INTEGER],
  ['99999999999999999999', Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['1, 99999999999999999999', Number.MAX_SAFE_INTEGER],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
  ['Friday, 20-Nov-26 12:00:30 GMT', 30],
  ['Fri Nov 20 12:00:30 2026', 30],
  ['Fri, 20 Nov 2026 11:59:59 GMT', 0],
  ['Fri, 20 Nov 2026 12:00:30 GMT, Fri, 20 Nov 2026 12:00:40 GMT', 40],
  ['50, Friday, 20-Nov-26 12:00:30 GMT', 50],
  ['Fri Nov 20 12:00:30 2026, 20', 30],
  ['Fri, 32 Nov 2026 12:00:30 GMT', null],
  ['Fri, 20 Nov 2026', null],
  ['2026-11-20T12:00:30Z', null],
  ['Friday', null],
  ['tomorrow', null],
]
it.each(rows)('reads %j as %j seconds', (value, seconds) => {
  expect(parseRetryAfter(value, nowMs)).toBe(seconds)
})

it('reads dates in UTC, whatever the local time zone', () => {
  // The oldest form names no zone, and Date.parse would take it for local time.
  const zones = ['Pacific/Auckland', 'America/Los_Angeles']
  const standing = process.env.TZ
  try {
    const read = zones.map((zone) => {
      process.env.TZ = zone
      return parseRetryAfter('Fri Nov 20 12:00:30 2026', nowMs)
    })
    expect(read).toEqual([30, 30])
  } finally {
    process.env.TZ = standing ?? 'UTC'
  }
})

it('reads a list of any length', () => {
  expect(parseRetryAfter('1,'.repeat(500_000), nowMs)).toBe(1)
})
