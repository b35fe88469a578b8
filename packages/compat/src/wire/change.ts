import type { Use } from '../document/asyncapi-routes.ts'
import type { PartType } from './grammar.ts'
import type { View } from './view.ts'

/** Where one end of a change is written. */
export interface ChangeEnd {
  /** Absolute path. */
  file: string
  /** Within that file: the pointer of the property itself, if there is one. */
  pointer: string
  /** The value with references followed. */
  value?: unknown
}

/** One difference between two documents. An added or removed part is one change, with all its content. */
export interface Change {
  type: PartType
  /** `rewritten`: a schema says the same in another way; `replaced`: it has nothing in common with the old. */
  kind: 'added' | 'modified' | 'removed' | 'replaced' | 'rewritten'
  /** The property of a modified part; `key` if the part was renamed. */
  property?: string
  /** Keys in the newer document with its references followed, or in the older one if the part was removed. */
  keys: readonly string[]
  /** The same in the older document. */
  fromKeys: readonly string[]
  before?: ChangeEnd
  after?: ChangeEnd
  /** The modified part itself, or the parent of the added or removed part. */
  holders: { from: View; to: View }
  /** At least one. */
  uses: readonly Use[]
}

/** Whether a key of a path is a keyword: `properties/if` is a field of that name. */
export function isKeyword(keys: readonly string[], index: number): boolean {
  const parent = keys[index - 1] ?? ''
  const isMap = /^(properties|patternProperties|dependentSchemas|\$defs|definitions)$/.test(parent)
  return !isMap || !isKeyword(keys, index - 1)
}
