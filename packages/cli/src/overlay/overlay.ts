import { realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type JSONPathNode, type JSONPathQuery, jsonpath } from 'json-p3'
import { type Document, isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml'
import { CliError } from '../errors.ts'
import { readTree, type Tree } from './read-tree.ts'

interface Action {
  /** The overlay file and the line on which the action begins. */
  place: string
  /** Counted from 1. */
  number: number
  target: string
  query: JSONPathQuery
  change: { kind: 'remove' } | { kind: 'update'; value: unknown }
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The actions of an OpenAPI Overlay 1.0 document for the document in the file.
 * Throws a `CliError` of code `not-an-overlay` that names the first mistake.
 */
export async function parseOverlay(path: string, document: string): Promise<Action[]> {
  const tree = await readTree(path, { what: 'an overlay', code: 'not-an-overlay' })
  const { value } = tree
  if (!isObject(value)) throw refuse(path, 'is not an overlay: it must be an object. Correct it.')
  const { overlay, extends: base, info, actions } = value
  if (typeof overlay !== 'string' || !/^1\.0\.\d+$/.test(overlay)) {
    throw refuse(path, 'has no supported version. Write overlay: 1.0.0.')
  }
  checkMembers(path, { value, known: ['overlay', 'info', 'extends', 'actions'] })
  if (!isObject(info) || typeof info.title !== 'string' || typeof info.version !== 'string') {
    throw refuse(path, 'needs info with title and version. Add them.')
  }
  if (base !== undefined) checkBase(path, { base, document })
  if (!Array.isArray(actions) || actions.length === 0) {
    throw refuse(path, 'changes nothing: add one or more actions.')
  }
  return actions.map((action, index) => parseAction(action, { tree, index }))
}

function parseAction(action: unknown, { tree, index }: { tree: Tree; index: number }): Action {
  const place = `${tree.path}:${tree.lineOf(tree.document.getIn(['actions', index], true))}`
  const number = index + 1
  const wrong = (text: string) => refuse(place, `action ${number} ${text}`)
  if (!isObject(action)) throw wrong('must be an object with target. Correct it.')
  const { target, update, remove = false } = action
  checkMembers(place, { value: action, known: ['target', 'description', 'update', 'remove'] })
  if (typeof target !== 'string') throw wrong('needs a target. Write a JSONPath such as $.info.')
  if (typeof remove !== 'boolean') throw wrong('has an invalid remove: write true or false.')
  if (remove && 'update' in action) throw wrong('has both update and remove. Keep one.')
  if (!remove && !('update' in action)) throw wrong('changes nothing: add update or remove.')
  try {
    const query = jsonpath.compile(target)
    const change = remove
      ? ({ kind: 'remove' } as const)
      : { kind: 'update' as const, value: update }
    return { place, number, target, query, change }
  } catch (cause) {
    const message = (cause as Error).message.replace(/ \('.*':(\d+)\)$/s, ' at character $1')
    throw wrong(
      `has a target that is not a JSONPath of RFC 9535: ${target}: ${message}. Correct it.`,
    )
  }
}

function checkMembers(place: string, { value, known }: { value: Json; known: string[] }): void {
  const strange = Object.keys(value).find((key) => !known.includes(key) && !key.startsWith('x-'))
  if (strange === undefined) return
  throw refuse(place, `has an unknown member ${strange}. Use ${known.join(', ')}.`)
}

/** An overlay with `extends` applies to that document only. */
function checkBase(path: string, { base, document }: { base: unknown; document: string }): void {
  try {
    const file = fileURLToPath(new URL(String(base), pathToFileURL(path)))
    if (realpathSync(file) === realpathSync(document)) return
  } catch {
    // Another scheme, or a missing file.
  }
  throw refuse(
    path,
    `extends ${String(base)}, not ${document}. Apply it to that document, or correct extends.`,
  )
}

const refuse = (place: string, text: string) => new CliError('not-an-overlay', `${place} ${text}`)

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
  new CliError(
    'overlay-failed',
    `${place} action ${number} ${text}; its target is ${target}. Correct the action.`,
  )

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
