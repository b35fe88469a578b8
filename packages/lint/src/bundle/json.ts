// biome-ignore lint/suspicious/noExplicitAny: a bundled document is plain JSON of any shape
export type Json = any

/** An object of a document. */
export type JsonObject = Record<string, Json>

/** The members whose names begin with `x-`: the marks of a node. */
export const marksOf = (node: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith('x-')))
