import { expect, it } from 'vitest'
import { parseRetryAfter } from '../src/parse-retry-after.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.250Z')

const most = Number.MAX_SAFE_INTEGER
const date = (time: string) => `Fri, 20 Nov 2026 ${time} GMT`

const rows: [string | null, number | null][] = [
  ...[null, '', ',', '-1', '+1', '1.5', '1e3', '12s', 'soon, later', '\u0661\u0662', 'Friday'].map(
    (value): [string | null, null] => [value, null],
  ),
  ...['Fri, 32 Nov 2026 12:00:30 GMT', 'Fri, 20 Nov 2026', '2026-11-20T12:00:30Z'].map(
    (value): [string, null] => [value, null],
  ),
  ...['9007199254740993', '9'.repeat(400), '1, 99999999999999999999'].map(
    (value): [string, number] => [...([value, most] as const)],
  ),
  ['0', 0],
  [' 12 ', 12],
  ['007', 7],
  ['2, 1', 2],
  ['12,13', 13],
  ['12,', 12],
  ['12, soon', 12],
  [date('12:00:30'), 30],
  ['Friday, 20-Nov-26 12:00:30 GMT', 30],
  ['Fri Nov 20 12:00:30 2026', 30],
  [date('11:59:59'), 0],
  [`${date('12:00:30')}, ${date('12:00:40')}`, 40],
  ['50, Friday, 20-Nov-26 12:00:30 GMT', 50],
  ['Fri Nov 20 12:00:30 2026, 20', 30],
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
  expect(parseRetryAfter('1,'.repeat(50_000), nowMs)).toBe(1)
})
