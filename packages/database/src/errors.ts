/** A data folder that another process, or this one, has open already. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/** The embedded store broke off: its engine stopped, and could not be started again yet. */
export class StoreDownError extends Error {
  override name = 'StoreDownError'
}

/** SQLSTATE classes: connection, no access, out of resources, operator's doing, system error. */
const classes = ['08', '28', '53', '57', '58']

/** Other SQLSTATEs: read-only, idle too long, rolled back for another's sake, no such database, corrupt. */
const codes = ['25006', '25P03', '40001', '40P01', '3D000', 'XX001', 'XX002']

const systemCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOENT'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
]

/** What the Postgres driver says of its connections, in words only. */
const driverMessages = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

/**
 * Whether an error says that the store cannot serve at the moment: connection refused, lost or too
 * slow, read-only, disk full. Trying again later can help, changing the request cannot. Whether what
 * was asked took effect is then unknown, unless it was inside a transaction before its commit.
 */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof StoreDownError) return true
    const { code, message } = cause as { code?: unknown; message?: unknown }
    if (typeof code === 'string' && (systemCodes.includes(code) || isUnavailableState(code))) {
      return true
    }
    if (driverMessages.some((text) => String(message).startsWith(text))) return true
  }
  return false
}

const isUnavailableState = (code: string) =>
  /^[0-9A-Z]{5}$/.test(code) && (classes.includes(code.slice(0, 2)) || codes.includes(code))

/** An error and what it says it was caused by, the outermost first. */
export function* causesOf(error: unknown): Generator<object> {
  const seen = new Set<object>()
  for (let cause = error; typeof cause === 'object' && cause !== null; ) {
    if (seen.has(cause)) return
    seen.add(cause)
    yield cause
    cause = (cause as { cause?: unknown }).cause
  }
}
