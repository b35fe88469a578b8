/** Where one end of a change is written. */
export interface ChangeEnd {
  /** Absolute path. */
  file: string
  /** Within that file, `#/…`: of the property itself where one was modified. */
  pointer: string
  /** 1-based. */
  line?: number
  value?: unknown
}

/** A change as `redocly diff --format json` reports it. */
export interface RedoclyChange {
  /** `#/…` in the document, references followed: in the revision, or in the base where it was removed. */
  path: string
  /** Such as `Schema`, `Header`, `Message`; `SchemaList` for a whole `anyOf`. */
  typeName: string
  kind: 'added' | 'modified' | 'removed'
  impact: 'patch' | 'minor' | 'major'
  verdicts: { ruleId: string; message: string }[]
  /** Of a modified node; `key` where it was renamed. */
  property?: string
  base?: ChangeEnd
  revision?: ChangeEnd
}
