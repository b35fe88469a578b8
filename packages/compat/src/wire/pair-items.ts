import { isDeepStrictEqual } from 'node:util'
import { keysOf, refOf, type SpecDocument } from '../document/open-document.ts'
import { schemaValues } from '../document/schema-values.ts'
import type { PartType } from './grammar.ts'
import type { Spot } from './view.ts'

/** An entry of a list or map, as written. */
export interface Item extends Spot {
  key: string
  document: SpecDocument
}

type Test = (one: Item, other: Item) => boolean

/** Pairs the entries of two lists or maps by the first test that two of them pass. */
export function pairItems(from: readonly Item[], to: readonly Item[], tests: readonly Test[]) {
  const pairs: [Item, Item][] = []
  const [removed, added] = [new Set(from), new Set(to)]
  for (const test of tests) {
    for (const item of removed) {
      const other = [...added].find((one) => test(item, one))
      if (other === undefined) continue
      pairs.push([item, other])
      removed.delete(item)
      added.delete(other)
    }
  }
  return { pairs, removed, added }
}

const byKey: Test = (one, other) => one.key === other.key
const byName = (property: string): Test => {
  return (one, other) => {
    const name = partOf(one)[property]
    return name !== undefined && name === partOf(other)[property]
  }
}

/** Header names are case-insensitive. The ids of messages and channels are not on the wire. */
export function testsOfMap(type: PartType): Test[] {
  if (type === 'Header') {
    return [byKey, (one, other) => one.key.toLowerCase() === other.key.toLowerCase()]
  }
  if (type === 'Message') return [byKey, byName('name')]
  return type === 'Channel' ? [byKey, byName('address')] : [byKey]
}

/** The position in a list has no meaning, except in `prefixItems`. */
export function testsOfList(type: PartType, name: string): Test[] {
  if (name === 'prefixItems') return [byKey]
  if (type === 'Parameter') {
    return [(one, other) => byName('name')(one, other) && byName('in')(one, other)]
  }
  const byReference: Test = (one, other) => {
    const reference = idOf(one)
    return reference !== undefined && reference === idOf(other)
  }
  if (type !== 'Schema') {
    return [
      byReference,
      byName('name'),
      (one, other) => isDeepStrictEqual(partOf(one), partOf(other)),
    ]
  }
  return [
    byReference,
    (one, other) =>
      schemaValues(one.node, one.document) === schemaValues(other.node, other.document),
    (one, other) => isDeepStrictEqual(partOf(one).type, partOf(other).type),
    () => true,
  ]
}

/** The last key of a reference's target. */
function idOf({ node }: Item): string | undefined {
  const reference = refOf(node.value)
  return reference && (keysOf(reference.split('#')[1] ?? '').at(-1) ?? reference)
}

function partOf({ node, document }: Item): Record<string, unknown> {
  return (document.follow(node)?.value ?? {}) as Record<string, unknown>
}
