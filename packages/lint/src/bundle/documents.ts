/** Documents that are bundled: `<id>.json`, `<id>.yaml` and `<id>.html` are made of `<id>.yaml`. */
export const documents = [
  { id: 'openapi', isPublished: true },
  { id: 'asyncapi', isPublished: true },
  // Outside the contract (D-028): bundled for the docs.
  { id: 'operator', isPublished: false },
] as const

// biome-ignore lint/suspicious/noExplicitAny: a bundled document is plain JSON of any shape
export type Json = any
export type JsonObject = Record<string, Json>

/** The members whose names begin with `x-`: the marks of a node. */
export const marksOf = (node: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith('x-')))

/** A failure that its message explains in full: printed without a stack trace. */
export class BundleError extends Error {
  override name = 'BundleError'
}
