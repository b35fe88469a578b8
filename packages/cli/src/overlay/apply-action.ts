import type { JSONPathNode } from 'json-p3'
import { type Document, isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml'
import { CliError } from '../errors.ts'
import { type Action, isObject } from './parse-overlay.ts'
import type { Tree } from './read-tree.ts'

/**
 * Applies an action and gives the number of changed places. Throws a `CliError` of code
 * `overlay-failed` if no place matches, or if a place cannot be changed that way.
 */
export function applyAction(tree: Tree, action: Action): number {
  const { query, change } = action
  const { nodes } = query.query(tree.document.toJS())
  if (nodes.length === 0) throw fail(action, `matches nothing in ${tree.path}`)
  const places = placesOf(nodes)
  for (const place of places) {
    if (change.kind === 'update') update(tree, { action, place, value: change.value })
    else if (place.length === 0) throw fail(action, 'would remove the whole document')
    else removeAt(tree.document, place)
  }
  return places.length
}

type Place = readonly (string | number)[]

/** Each place once, the last item of a list first, because removing an item moves those after it. */
function placesOf(nodes: readonly JSONPathNode[]): Place[] {
  const unique = new Map(nodes.map(({ location }) => [JSON.stringify(location), location]))
  return [...unique.values()].toSorted((a, b) => comparePlaces(b, a))
}

function comparePlaces(a: Place, b: Place): number {
  const at = a.findIndex((key, index) => key !== b[index])
  if (at < 0) return a.length - b.length
  const [one, other] = [a[at], b[at]]
  return typeof one === 'number' && typeof other === 'number' ? one - other : 0
}

function update(
  tree: Tree,
  { action, place, value }: { action: Action; place: Place; value: unknown },
): void {
  const node = nodeAt(tree.document, place)
  if (isMap(node) && isObject(value)) mergeInto(node, { value, document: tree.document })
  else if (isSeq(node)) node.add(tree.document.createNode(value))
  else if (isMap(node)) throw fail(action, 'selects an object, so its update must be an object')
  else throw fail(action, 'selects a plain value: select the object or list around it')
}

const fail = ({ place, number, target }: Action, text: string) =>
  new CliError('overlay-failed', `${place} action ${number} ${text}. Its target is ${target}`)

/**
 * Merges an object into a node: objects member by member; lists grow at their end; any other value
 * replaces the old one and keeps its comments.
 */
function mergeInto(
  node: YAMLMap,
  { value, document }: { value: object; document: Document },
): void {
  for (const [key, member] of Object.entries(value)) {
    const pair = findPair(node, key)
    const old = pair?.value
    if (pair === undefined) node.add(document.createPair(key, member))
    else if (isMap(old) && isObject(member)) mergeInto(old, { value: member, document })
    else if (isSeq(old) && Array.isArray(member)) {
      for (const item of member) old.add(document.createNode(item))
    } else {
      const created = document.createNode(member)
      if (isNode(old) && isNode(created)) {
        const { comment, commentBefore, spaceBefore } = old
        Object.assign(created, { comment, commentBefore, spaceBefore })
      }
      pair.value = created
    }
  }
}

/** The node at a place of the same tree as plain data. */
function nodeAt(document: Document, place: Place): unknown {
  return place.reduce<unknown>((node, key) => {
    if (isSeq(node)) return node.items[Number(key)]
    return isMap(node) ? findPair(node, String(key))?.value : undefined
  }, document.contents)
}

/** Removes a member of an object or of a list. */
function removeAt(document: Document, place: Place): void {
  const parent = nodeAt(document, place.slice(0, -1))
  const key = place.at(-1) ?? ''
  if (isSeq(parent)) parent.items.splice(Number(key), 1)
  else if (isMap(parent)) parent.items = parent.items.filter((pair) => keyOf(pair) !== String(key))
}

/** A key such as `200` may be written as a number. */
const findPair = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => keyOf(pair) === key)

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key)
