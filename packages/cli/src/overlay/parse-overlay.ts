import { realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type JSONPathQuery, jsonpath } from 'json-p3'
import { CliError } from '../errors.ts'
import { readTree, type Tree } from './read-tree.ts'

/** One change of an overlay, and its place for messages. */
export interface Action {
  /** The overlay file and the line on which the action begins. */
  place: string
  /** Counted from 1. */
  number: number
  target: string
  query: JSONPathQuery
  change: { kind: 'remove' } | { kind: 'update'; value: unknown }
}

type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The actions of an OpenAPI Overlay 1.0 document for the document in the file.
 * Throws a `CliError` of code `not-an-overlay` that names the first mistake.
 */
export async function parseOverlay(path: string, document: string): Promise<Action[]> {
  const tree = await readTree(path, { what: 'an overlay', code: 'not-an-overlay' })
  const { value } = tree
  if (!isObject(value)) throw refuse(path, 'is not an overlay: it must be an object.')
  const { overlay, extends: base, info, actions } = value
  if (typeof overlay !== 'string' || !/^1\.0\.\d+$/.test(overlay)) {
    throw refuse(path, 'has no supported version. Write overlay: 1.0.0.')
  }
  checkMembers(path, { value, known: ['overlay', 'info', 'extends', 'actions'] })
  if (!isObject(info) || typeof info.title !== 'string' || typeof info.version !== 'string') {
    throw refuse(path, 'needs info with title and version.')
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
  if (!isObject(action)) throw wrong('must be an object with target.')
  const { target, update, remove = false } = action
  checkMembers(place, { value: action, known: ['target', 'description', 'update', 'remove'] })
  if (typeof target !== 'string') throw wrong('needs a target, a JSONPath such as $.info.')
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
    throw wrong(`has a target that is not a JSONPath of RFC 9535: ${target}: ${message}.`)
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
  throw refuse(path, `extends ${String(base)}, not ${document}.`)
}

const refuse = (place: string, text: string) =>
  new CliError('not-an-overlay', `${place} ${text} Correct the overlay.`)
