/** A data folder that is already open in this or another process. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/** The embedded store failed: its engine stopped and has not restarted yet. */
export class StoreDownError extends Error {
  override name = 'StoreDownError'
}

/** SQLSTATE classes: connection, no access, out of resources, operator intervention, system error. */
const classes = ['08', '28', '53', '57', '58']

/**
 * Other SQLSTATEs: read-only, idle too long, rolled back in favour of another, commit unknown, no such
 * database, corrupt.
 */
const codes = ['25006', '25P03', '40001', '40P01', '40003', '3D000', 'XX001', 'XX002']

const systemCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOENT'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
]

/** Messages of the Postgres driver about its connections, which have no code. */
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
 * Whether an error means that the store is unavailable: connection refused, lost or too slow, read-only,
 * disk full. A later retry can succeed; a different request cannot. Unless the error occurred inside a
 * transaction before its commit, the request may have taken effect.
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

/** An error and its causes, the outermost first. */
export function* causesOf(error: unknown): Generator<object> {
  const seen = new Set<object>()
  for (let cause = error; typeof cause === 'object' && cause !== null; ) {
    if (seen.has(cause)) return
    seen.add(cause)
    yield cause
    cause = (cause as { cause?: unknown }).cause
  }
}
