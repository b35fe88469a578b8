import { inspect } from 'node:util'
import { keysOf, refOf, type SpecDocument } from '../document/open-document.ts'
import { schemaValues } from '../document/schema-values.ts'
import type { PartType } from './grammar.ts'
import type { Spot } from './view.ts'

/** An entry of a list or map, as written. */
export interface Item extends Spot {
  key: string
  document: SpecDocument
}

/** Names an entry. Two entries with the same name may be a pair; `undefined` is no name. */
type NameOf = (item: Item) => unknown

/** Pairs the entries of two lists or maps by the first kind of name that two of them share. */
export function pairItems(from: readonly Item[], to: readonly Item[], kinds: readonly NameOf[]) {
  const pairs: [Item, Item][] = []
  const [removed, added] = [new Set(from), new Set(to)]
  for (const nameOf of kinds) {
    if (removed.size === 0 || added.size === 0) break
    // Grouped by name, because comparing every entry with every other takes minutes for thousands of entries.
    const others = Map.groupBy(added, nameOf)
    for (const item of removed) {
      const name = nameOf(item)
      const other = name === undefined ? undefined : others.get(name)?.shift()
      if (other === undefined) continue
      pairs.push([item, other])
      removed.delete(item)
      added.delete(other)
    }
  }
  return { pairs, removed, added }
}

const byKey: NameOf = ({ key }) => key
const byProperty = (property: string): NameOf => {
  return (item) => partOf(item)[property]
}

/** Header names are case-insensitive. The ids of messages and channels are not on the wire. */
export function namesInMap(type: PartType): NameOf[] {
  if (type === 'Header') return [byKey, ({ key }) => key.toLowerCase()]
  if (type === 'Message') return [byKey, byProperty('name')]
  return type === 'Channel' ? [byKey, byProperty('address')] : [byKey]
}

/** The position in a list has no meaning, except in `prefixItems`. */
export function namesInList(type: PartType, name: string): NameOf[] {
  if (name === 'prefixItems') return [byKey]
  if (type === 'Parameter') {
    return [
      (item) => {
        const { name, in: place } = partOf(item)
        return name === undefined || place === undefined ? undefined : toText([name, place])
      },
    ]
  }
  if (type !== 'Schema') {
    return [byReference, byProperty('name'), (item) => toText(partOf(item))]
  }
  return [
    byReference,
    ({ node, document }) => schemaValues(node, document),
    (item) => toText(partOf(item).type),
    () => 'any',
  ]
}

/** The same text for values that are deeply equal, and for no others. */
const toText = (value: unknown): string =>
  inspect(value, {
    sorted: true,
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
  })

/** The last key of a reference's target. */
function byReference({ node }: Item): string | undefined {
  const reference = refOf(node.value)
  return reference && (keysOf(reference.split('#')[1] ?? '').at(-1) ?? reference)
}

function partOf({ node, document }: Item): Record<string, unknown> {
  return (document.follow(node)?.value ?? {}) as Record<string, unknown>
}
