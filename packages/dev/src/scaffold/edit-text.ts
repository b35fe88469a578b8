import { isCollection, isMap, isPair, isScalar, isSeq, type Node, parseDocument } from 'yaml'

export function insertBefore(text: string, place: RegExp, added: string): string {
  const at = text.search(place)
  if (at < 0)
    throw new Error(`Cannot add to the file: no line matches ${place}. Restore that line.`)
  return text.slice(0, at) + added + text.slice(at)
}

/** The text of a README with one more decision at the end of the rules that the package carries. */
export const addRule = (text: string, decision: string): string =>
  insertBefore(text, /(?<=^Contract rules: .*)\.$/m, `, ${decision}`)

type Path = readonly (string | number)[]

/**
 * The text of a YAML document with one more entry in the collection at `path`: at its end, or before
 * its entry `before`. `entry` is written as if it stood at the margin. All other bytes stay as they are.
 */
export function addEntry(
  text: string,
  { path, entry, before }: { path: Path; entry: string; before?: number | undefined },
): string {
  const collection = nodeAt(text, path)
  if (!isCollection(collection) || collection.flow === true || collection.items.length === 0)
    throw new Error(
      `Cannot add an entry at ${path.join('/')}: it is no mapping or list in block style.`,
    )
  const starts = collection.items.map((item) => startOf(text, item))
  const first = starts[0] ?? 0
  const indent = ' '.repeat(first - lineStart(text, first))
  const lines = entry
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
  const next = before === undefined ? undefined : starts[before]
  const at = next === undefined ? endOf(text, collection) : lineStart(text, next)
  const isOpen = at > 0 && text[at - 1] !== '\n'
  return `${text.slice(0, at)}${isOpen ? '\n' : ''}${lines.join('\n')}\n${text.slice(at)}`
}

function nodeAt(text: string, path: Path): unknown {
  const document = parseDocument(text)
  return path.length === 0 ? document.contents : document.getIn(path, true)
}

/** Where an entry begins: at its key, or at the dash of an item. */
function startOf(text: string, item: unknown): number {
  const node = isPair(item) ? item.key : item
  const at = (node as Node | null)?.range?.[0] ?? 0
  if (isPair(item)) return at
  return text.lastIndexOf('-', at)
}

/** The beginning of the line below the last one of a node. */
function endOf(text: string, node: unknown): number {
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1)
    return endOf(text, isPair(last) ? (last.value ?? last.key) : last)
  }
  const end = (node as Node | null)?.range?.[1] ?? 0
  if (isScalar(node) && text[end - 1] === '\n') return end
  const lineEnd = text.indexOf('\n', end)
  return lineEnd < 0 ? text.length : lineEnd + 1
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

/** The place of a new key among the sorted values of a list's items; `undefined` is the end. */
export function placeInOrder(
  text: string,
  path: Path,
  { key, value }: { key: string; value: string },
) {
  const list = nodeAt(text, path)
  const values = isSeq(list)
    ? list.items.map((one) => (isMap(one) ? String(one.get(key)) : ''))
    : []
  const place = values.findIndex((one) => one.localeCompare(value, 'en') > 0)
  return place < 0 ? undefined : place
}
