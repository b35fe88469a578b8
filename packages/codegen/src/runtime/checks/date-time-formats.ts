/** A day that the calendar has: `2026-02-28`. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

/** A time of day with its offset: `23:59:59.999Z`. A leap second is one where UTC has 23:59:60. */
export function isTime(text: string): boolean {
  return isTimeOfDay(text, { needsOffset: true })
}

/** A time of day, with or without an offset. */
export function isIsoTime(text: string): boolean {
  return isTimeOfDay(text, { needsOffset: false })
}

/** A day and a time with offset, parted by `T`, `t` or one white space. */
export function isDateTime(text: string): boolean {
  return isTime(timeOfDay(text))
}

/** A day and a time, with or without an offset. */
export function isIsoDateTime(text: string): boolean {
  return isIsoTime(timeOfDay(text))
}

/** What follows the day; empty when there is no such day. */
function timeOfDay(text: string): string {
  return isDate(text.slice(0, 10)) && /^[Tt\s]$/.test(text.slice(10, 11)) ? text.slice(11) : ''
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const timeParts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?([Zz]|([+-])(\d\d)(?::?(\d\d))?)?$/

function isTimeOfDay(text: string, { needsOffset }: { needsOffset: boolean }): boolean {
  const parts = timeParts.exec(text)
  if (parts === null) return false
  const [, hour, minute, second, offset, sign, offsetHour = '0', offsetMinute = '0'] = parts
  if (needsOffset && offset === undefined) return false
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false
  if (Number(hour) > 23 || Number(minute) > 59) return false
  if (Number(second) < 60) return true
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute))
  const utcMinute = Number(hour) * 60 + Number(minute) - offsetMinutes
  return Number(second) === 60 && (utcMinute + 2880) % 1440 === 1439
}
