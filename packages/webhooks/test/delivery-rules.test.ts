import { retryAfterVectors, retryVectors } from '@partner-platform/fixtures/tables'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nextDelay, parseRetryAfter, toOutcome } from '../src/delivery.ts'

describe('the rules of delivery', () => {
  it.each(retryVectors.rows)('$rule $name', ({ given, want }) => {
    expect(nextDelay(given)).toEqual(want)
  })

  it.each(retryAfterVectors.rows)('$rule $name', ({ given, want }) => {
    expect(parseRetryAfter(given.value, Date.parse(given.now))).toBe(want.seconds)
  })

  it.each([
    [null, 'broken'],
    [101, 'broken'],
    [200, 'accepted'],
    [299, 'accepted'],
    [300, 'redirected'],
    [399, 'redirected'],
    [400, 'refused'],
    [599, 'refused'],
  ] as const)('D-010 a status of %s is %s', (status, outcome) => {
    expect(toOutcome(status)).toBe(outcome)
  })
})

const wallMs = Date.parse('1994-11-06T08:49:00.001Z')

describe('parseRetryAfter', () => {
  it.each<[string, number | null]>([
    [' 120\t', 120],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Mon, 06 Nov 1995 08:49:37 GMT', 31_536_037],
    ['+1', null],
    ['1e3', null],
    ['0x10', null],
    ['120, 60', null],
    ['\uff11\uff12', null],
    ['Sun, 06 Nov 1994 08:49:37 CET', null],
    ['Sun, 99 Xyz 1994 08:49:37 GMT', null],
  ])('D-010 reads "%s", which no vector has, as %s', (value, seconds) => {
    expect(parseRetryAfter(value, wallMs)).toBe(seconds)
  })

  it('D-010 reads a date without a zone as UTC, whatever the zone of the machine', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(parseRetryAfter('Sun Nov  6 08:49:37 1994', wallMs)).toBe(37)
  })

  it('D-010 is a whole number of seconds or null, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const seconds = parseRetryAfter(value, wallMs)
        return seconds === null || (Number.isSafeInteger(seconds) && seconds >= 0)
      }),
      { numRuns: 1_000 },
    )
  })
})
