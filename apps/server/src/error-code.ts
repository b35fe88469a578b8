/** SQLSTATEs that mean that another transaction was in the way. A retry can succeed. */
const contended = ['40001', '40P01', '55P03', '57014']

/** The code of an error, or of its nearest cause that has one; `null` if none has. */
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

/** Whether a statement failed because of another one: a deadlock or a lock timeout. */
export const isContended = (error: unknown): boolean => contended.includes(codeOf(error) ?? '')
