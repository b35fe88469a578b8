/** A failure that its message explains in full: printed without a stack trace. */
export class BundleError extends Error {
  override name = 'BundleError'
}
