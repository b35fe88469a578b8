/** A failure whose message explains everything: printed without a stack trace. */
export class DocsError extends Error {
  override name = 'DocsError'
}
