import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Finished, Given } from '../command.ts'
import { CliError, unusableFile, usageError } from '../errors.ts'
import { applyAction, parseOverlay } from './overlay.ts'
import type { overlayCommand } from './overlay-command.ts'
import { readTree, type Tree } from './read-tree.ts'

export async function applyOverlays({
  document: path,
  overlay: overlays,
  out,
}: Given<typeof overlayCommand>): Promise<Finished> {
  const what = 'an OpenAPI or AsyncAPI document'
  const tree = await readTree(path, { what, code: 'not-a-document' })
  checkDocument(tree)
  checkOut(tree, out)
  const applied = await applyAll(overlays, tree)
  const content = toText(tree)
  if (out !== undefined) await writeWhole(out, content)
  const done = { ok: true, actions: applied }
  if (out === undefined) {
    return { exitCode: 0, document: { ...done, content }, text: content.trimEnd() }
  }
  const text = `${out}: ${sayApplied(applied)}`
  return { exitCode: 0, document: { ...done, out }, text }
}

/** Applies overlays to a document in their order. An invalid one ends it before anything is changed. */
export async function applyAll(overlays: readonly string[], tree: Tree) {
  const actions = (await Promise.all(overlays.map((one) => parseOverlay(one, tree.path)))).flat()
  return actions.map((action) => ({
    at: action.place,
    target: action.target,
    kind: action.change.kind,
    places: applyAction(tree, action),
  }))
}

export const sayApplied = ({ length }: { length: number }): string =>
  `${length} action${length === 1 ? '' : 's'} applied.`

/** Throws a `CliError` unless the tree is an OpenAPI or AsyncAPI document. */
export function checkDocument({ path, value }: Tree): void {
  const { openapi, asyncapi } = Object(value)
  if (typeof openapi === 'string' || typeof asyncapi === 'string') return
  throw new CliError(
    'not-a-document',
    `${path} is not an OpenAPI or AsyncAPI document with a version. Name another file.`,
  )
}

function checkOut({ isJson }: Tree, out: string | undefined): void {
  const [, ending] = /\.(json|ya?ml)$/.exec(out ?? '') ?? []
  if (ending === undefined || (ending === 'json') === isJson) return
  const [wanted, form] = isJson ? ['.json', 'JSON'] : ['.yaml', 'YAML']
  throw usageError(`--out must end in ${wanted}, because the document is ${form}.`)
}

const toText = ({ isJson, document }: Tree): string =>
  isJson
    ? `${toJson(document.toJS())}\n`
    : document.toString({ lineWidth: 0, flowCollectionPadding: true })

/** JSON allows integers of any length; `JSON.stringify` does not. */
export function toJson(value: unknown, indent = 2): string {
  const mark = randomUUID()
  const text = JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one),
    indent,
  )
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}

/** Writes a temporary file and renames it, so that the file is complete or unchanged. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    const next = 'Name another file to write.'
    throw unusableFile(path, { problem: 'cannot be written', next, cause })
  }
}
