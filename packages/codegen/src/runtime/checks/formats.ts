export { isDate, isDateTime, isIsoDateTime, isIsoTime, isTime } from './date-time-formats.ts'
export { isUri, isUrl } from './is-uri.ts'

/** Standard base64 with padding, on one line. */
export function isByte(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
}

/** A regular expression of ECMAScript; `\Z` is of other languages. */
export function isRegex(text: string): boolean {
  if (/[^\\]\\Z/.test(text)) return false
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

/** A whole number that 32 bits with a sign hold. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
}

/** A whole number that 64 bits with a sign hold; beyond 2^53 JavaScript has already rounded it. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63
}
