/** SQLSTATEs that say: another transaction was in the way. It goes through when it is asked again. */
const contended = ['40001', '40P01', '55P03', '57014']

/** Code of an error, or of the nearest thing it says it was caused by; `null` where none has one. */
export function codeOf(error: unknown): string | null {
  const seen = new Set<unknown>()
  for (let cause = error; typeof cause === 'object' && cause !== null; ) {
    if (seen.has(cause)) return null
    seen.add(cause)
    const { code, cause: next } = cause as { code?: unknown; cause?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z_]{1,40}$/.test(code)) return code
    cause = next
  }
  return null
}

/** Whether a statement lost to another one: a deadlock, or a lock that was not given in time. */
export const isContended = (error: unknown): boolean => contended.includes(codeOf(error) ?? '')
