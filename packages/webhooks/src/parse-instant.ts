const form =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/

/**
 * The time that a text gives in the form of RFC 3339, as Unix time in milliseconds: any offset, any
 * precision, cut to milliseconds. Without a zone it is UTC. Second 60 is the second after 59, and 24:00:00
 * is midnight at the end of the day.
 * `undefined` for any other text, and outside the years 1 to 9999 in UTC, which databases may not store.
 * @see specs/decisions D-023
 */
export function parseInstant(text: string): number | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const [, years, months, days, hours, minutes, seconds, fraction = '', sign] = found
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)]
  const dayMs = toMs(year, month, day)
  const isOfYear = month >= 1 && month <= 12
  const isOfCalendar = isOfYear && day >= 1 && dayMs < toMs(year, month + 1, 1)
  const isOfZone = offsetHours <= 23 && offsetMinutes <= 59
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && Number(fraction) === 0
  const isOfClock = isEndOfDay || (hour <= 23 && minute <= 59 && second <= 60)
  if (!isOfCalendar || !isOfClock || !isOfZone) return undefined
  const ahead = offsetHours * 60 + offsetMinutes
  const minuteOfDay = hour * 60 + minute + (sign === '-' ? ahead : -ahead)
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const atMs = dayMs + (minuteOfDay * 60 + second) * 1000 + milliseconds
  return atMs >= toMs(1, 1, 1) && atMs < toMs(10_000, 1, 1) ? atMs : undefined
}

/**
 * The start of a day. `Date.UTC` reads years below 100 as 1900 to 1999, so this adds 400 years, after which the
 * calendar repeats.
 */
const toMs = (year: number, month: number, day: number): number =>
  Date.UTC(year + 400, month - 1, day) - 146_097 * 86_400_000
