/** One thing wrong with a value. It never holds the value or a part of it. */
export interface Issue {
  /** JSON Pointer to what is wrong; of a missing property, the pointer it would have. At most 1,000 characters. */
  path: string
  /** What was expected, and the kind or length of what was received. */
  message: string
  /** The rule that was not met: a keyword of JSON Schema, `depth` or `access`. */
  keyword: string
}

/** What the sender should not have sent, though a reader can do without it. */
export interface Departure extends Issue {
  note: 'tolerated'
}

/**
 * Either a value with up to 100 departures, or 1 to 100 issues that say what is wrong. The value is the one
 * given, or a copy without the optional members and items that cannot be used.
 */
export type ParseResult<T> =
  | { ok: true; value: T; departures: readonly Departure[] }
  | { ok: false; issues: Issue[] }

/** Adds a finding to the earlier ones, and merges it with those that it repeats. */
export type Merge = (earlier: Finding[], finding: Finding) => void

/** What a generated function found wrong, before it is put into words. */
export interface Finding {
  /** JSON Pointer to the value that a rule was applied to. */
  path: string
  keyword: string
  params: Readonly<Record<string, unknown>> & { merge?: Merge }
  /** Set when the rule was applied to the name of a property rather than to its value. */
  propertyName?: string
}

/** A generated function: null for a value that passes. It throws where the value does, or nests too deeply. */
export type Check = (value: unknown) => Finding[] | null
