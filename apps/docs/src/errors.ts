/** A failure that its message explains in full: printed without a stack trace. */
export class DocsError extends Error {
  override name = 'DocsError'
}
