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
  const [, year, month, day, hours, minutes, seconds, fraction = '', sign] = found
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)]
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isOfCalendar = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  const isOfZone = offsetHours <= 23 && offsetMinutes <= 59
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && Number(fraction) === 0
  const isOfClock = isEndOfDay || (hour <= 23 && minute <= 59 && second <= 60)
  if (!isOfCalendar || !isOfClock || !isOfZone) return undefined
  const ahead = offsetHours * 60 + offsetMinutes
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const atMs = date.setUTCHours(
    hour,
    minute + (sign === '-' ? ahead : -ahead),
    second,
    milliseconds,
  )
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? atMs : undefined
}
