/** What came of reading the contract once. */
export type ContractReading = {
  /** Each with place, rule, what to write instead, and the lines around it. */
  problems: string[]
  /** What was looked at, e.g. `4 documents, 25 schemas`. */
  checked: string
}

/** Documents by id, with no `$ref` to another file. */
export type Bundles = Record<string, Record<string, unknown>>

/** The contract as it is now; its documents of these ids, as last read; a bundled one as a page of Redoc. */
export type Question = 'read' | { ids: readonly string[] } | { document: unknown }
