/** What came of reading the contract once. */
export type ContractReading = {
  /** Each with place, rule, what to write instead, and the lines around it. */
  problems: string[]
  /** What was looked at, e.g. `4 documents, 25 schemas`. */
  checked: string
  /** Documents by id, with no `$ref` to another file; none where there are problems. */
  bundles: Record<string, Record<string, unknown>>
}

/** Reading the contract with its documents of these ids; or the page of Redoc of a bundled document. */
export type Question = { ids: readonly string[] } | { document: unknown }
