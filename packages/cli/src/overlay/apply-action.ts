import type { JSONPathNode } from 'json-p3'
import { isMap, isSeq } from 'yaml'
import { CliError } from '../cli-error.ts'
import { mergeInto } from './merge-into.ts'
import { nodeAt, removeAt } from './node-at.ts'
import type { Action } from './parse-overlay.ts'
import type { Tree } from './read-tree.ts'

/**
 * Changes the tree as the action says and gives the number of places. Throws a `CliError` of code
 * `overlay-failed` where there is no such place, or one that cannot be changed so.
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

/** Each place once; the last of a list first, so that removing one does not move another. */
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
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isMap(node) && isObject) mergeInto(node, { value, document: tree.document })
  else if (isSeq(node)) node.add(tree.document.createNode(value))
  else if (isMap(node)) throw fail(action, 'selects an object: expected an object as update')
  else throw fail(action, 'selects a plain value: expected an object or a list that holds it')
}

const fail = ({ place, number, target }: Action, text: string) =>
  new CliError('overlay-failed', `${place} action ${number} ${text}. Its target is ${target}`)
