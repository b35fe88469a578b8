/** A document that is bundled: `<id>.json`, `<id>.yaml` and `<id>.html` are made of `<id>.yaml`. */
export interface SourceDocument {
  id: string
  /** False for what is no part of the contract (D-028): bundled for the docs, and not published. */
  isPublished: boolean
}

export const documents = [
  { id: 'openapi', isPublished: true },
  { id: 'asyncapi', isPublished: true },
  { id: 'operator', isPublished: false },
] as const satisfies SourceDocument[]
