import type { Use } from '../document/directions.ts'
import type { PartType } from './grammar.ts'
import type { View } from './view.ts'

/** Where one end of a change is written. */
export interface ChangeEnd {
  /** Absolute path. */
  file: string
  /** Within that file: of the property itself where it has one. */
  pointer: string
  /** References followed. */
  value?: unknown
}

/** One difference between two documents. A part that came or went is one change, whatever it holds. */
export interface Change {
  type: PartType
  /** `rewritten`: a schema says the same in another way; `replaced`: it has nothing in common with the old. */
  kind: 'added' | 'modified' | 'removed' | 'replaced' | 'rewritten'
  /** Of a modified part; `key` where it was renamed. */
  property?: string
  /** Keys in the newer document with its references followed, or in the older one if the part was removed. */
  keys: readonly string[]
  /** The same in the older document. */
  fromKeys: readonly string[]
  before?: ChangeEnd
  after?: ChangeEnd
  /** The modified part itself, or what holds the part that came or went. */
  holders: { from: View; to: View }
  /** At least one. */
  uses: readonly Use[]
}
