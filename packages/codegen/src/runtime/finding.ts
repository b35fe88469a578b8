/** What a generated function found wrong, before it is put into words. */
export interface Finding {
  /** JSON Pointer to the value that a rule was applied to. */
  path: string
  keyword: string
  params: Readonly<Record<string, unknown>>
  /** Set when the rule was applied to the name of a property rather than to its value. */
  propertyName?: string
}

/** A generated function: null for a value that passes. It throws where the value does, or nests too deeply. */
export type Check = (value: unknown) => Finding[] | null
