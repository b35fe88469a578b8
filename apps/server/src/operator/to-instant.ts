// Nothing here was made before the one; the store has no year after the other, and none of number 0.
const [earliestMs, latestMs] = [0, Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * The moment that a date-time of the document spells, to the millisecond, as moments are kept. One
 * between two milliseconds is the later: what was made before it, and from it on, stays the same.
 */
export function toInstant(text: string): Date {
  const [seconds = '', fraction = ''] = text.slice(0, -1).split('.')
  const digits = fraction.padEnd(3, '0')
  const ms = Date.parse(`${seconds}.${digits.slice(0, 3)}Z`)
  const isBetween = /[1-9]/.test(digits.slice(3))
  return new Date(Math.min(latestMs, Math.max(earliestMs, isBetween ? ms + 1 : ms)))
}
