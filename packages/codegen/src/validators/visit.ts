/** One schema object with what the checks of it need to know. */
export interface Visit {
  schema: Record<string, unknown>
  /** The keywords on the way from the named schema to this one. */
  path: readonly string[]
  names: ReadonlySet<string>
  /** True where a validator is emitted for it. */
  isEmitted: boolean
  problem: (pointer: string, message: string) => void
  notice: (pointer: string, message: string) => void
}
