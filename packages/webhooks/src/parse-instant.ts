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
  const [, ...parts] = form.exec(text) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = parts.slice(6)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isOfCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isOfZone = Number(offsetHours) <= 23 && Number(offsetMinutes) <= 59
  const ahead = Number(offsetHours) * 60 + Number(offsetMinutes)
  const offset = sign === '-' ? -ahead : ahead
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && Number(fraction) === 0
  const isOfClock = isEndOfDay || (hour <= 23 && minute <= 59 && second <= 60)
  if (!isOfCalendar || !isOfClock || !isOfZone) return undefined
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const atMs = date.setUTCHours(hour, minute - offset, second, milliseconds)
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? atMs : undefined
}
