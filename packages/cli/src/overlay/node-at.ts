import { type Document, isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml'

type Place = readonly (string | number)[]

/** The node at a place of the same tree as plain data. */
export function nodeAt(document: Document, place: Place): unknown {
  return place.reduce<unknown>((node, key) => {
    if (isSeq(node)) return node.items[Number(key)]
    return isMap(node) ? findPair(node, String(key))?.value : undefined
  }, document.contents)
}

/** Removes a member of an object or of a list. */
export function removeAt(document: Document, place: Place): void {
  const parent = nodeAt(document, place.slice(0, -1))
  const key = place.at(-1) ?? ''
  if (isSeq(parent)) parent.items.splice(Number(key), 1)
  else if (isMap(parent)) parent.items = parent.items.filter((pair) => keyOf(pair) !== String(key))
}

/** A key such as `200` may be written as a number. */
export const findPair = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => keyOf(pair) === key)

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key)
