import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, parse, parseDocument } from 'yaml'
import { CompatError } from '../errors.ts'
import type { DocumentKind } from '../finding.ts'

const formats = {
  openapi: { name: 'OpenAPI', versions: '3.0 or 3.1', supported: /^3\.[01]\.\d+$/ },
  asyncapi: { name: 'AsyncAPI', versions: '2.x or 3.0', supported: /^(2\.\d+|3\.0)\.\d+$/ },
}

/**
 * The document in a file. `label` names it in messages.
 * Throws a `CompatError` if it does not parse, is not a document, or has an unsupported version.
 */
export function openDocument(path: string, label: string): SpecDocument {
  const root = readFile(path, label)
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    const received = root === null ? 'nothing' : Array.isArray(root) ? 'a list' : `a ${typeof root}`
    const message = `${label} is not a document: it contains ${received}. Name a file other than ${basename(path)}.`
    throw new CompatError('not-a-document', message)
  }
  const kind = (['openapi', 'asyncapi'] as const).find((key) => Object.hasOwn(root, key))
  if (kind === undefined) {
    const keys = Object.keys(root).slice(0, 3).join(', ') || 'no keys'
    const message = `${label} has neither openapi nor asyncapi at its root, only ${keys}. Name a document or its folder.`
    throw new CompatError('not-a-document', message)
  }
  const version: unknown = (root as Record<string, unknown>)[kind]
  const { name, versions, supported } = formats[kind]
  if (typeof version === 'string' && supported.test(version))
    return new SpecDocument(path, { kind, version, root })
  const message = `${label} has an unsupported version ${String(version)}. Convert it to ${name} ${versions} first.`
  throw new CompatError('version-unsupported', message)
}

/** The content of a document file; `label` names it in messages. Throws a `CompatError` if it cannot be read. */
function readFile(path: string, label: string): unknown {
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new Error('it is not a regular file.')
    return parseBytes(readFileSync(path))
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    const message = `${label} is not a readable document. Correct it: ${line}`
    throw new CompatError('document-invalid', message, { cause: error })
  }
}

/** Enough for any contract, and far below what overflows the stack. */
const depthLimit = 98

/** Values by text: the two sides share most of their files. */
const parsed = new Map<string, unknown>()

/** The value of a file in JSON or YAML. Throws where it is neither, or nests too deeply. */
function parseBytes(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  if (parsed.has(text)) return parsed.get(text)
  const value = parseText(text)
  if (isDeeper(value, { limit: depthLimit, seen: new Map() })) {
    throw new Error(`it nests more than ${depthLimit} levels.`)
  }
  parsed.set(text, value)
  return value
}

function decode(bytes: Uint8Array): string {
  // Neither a byte order mark of two bytes nor a null byte starts a text in UTF-8.
  if (/^(254,255|255,254)|\b0\b/.test(bytes.subarray(0, 4).join())) {
    throw new Error('it is UTF-16 or UTF-32, not UTF-8.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error('it is not UTF-8.', { cause: error })
  }
}

/** JSON is read as such, which is much quicker. */
function parseText(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML may start like this too, and its errors give line and column.
    }
  }
  return parse(text, { maxAliasCount: -1 })
}

/** `seen` contains visited values with the levels that were left: aliases may lead to them again. */
function isDeeper(
  value: unknown,
  { limit, seen }: { limit: number; seen: Map<object, number> },
): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ((seen.get(value) ?? Number.POSITIVE_INFINITY) <= limit) return false
  seen.set(value, limit)
  if (limit === 0) return true
  return Object.values(value).some((member) => isDeeper(member, { limit: limit - 1, seen }))
}

/** A place in a document, references followed: its value, and the file in which it is written. */
export interface SpecNode {
  value: unknown
  /** Absolute path. */
  file: string
  pointer: string
}

/** A document of one side. Reads each of its files once, and never the network. */
export class SpecDocument {
  readonly path: string
  readonly kind: DocumentKind
  /** As the document states it, such as `3.1.0`. */
  readonly version: string
  readonly #files = new Map<string, unknown>()
  readonly #lines = new Map<string, ReturnType<typeof readLines>>()

  /** `root` is the content of its file. */
  constructor(
    path: string,
    { kind, version, root }: { kind: DocumentKind; version: string; root: unknown },
  ) {
    this.path = resolve(path)
    this.#files.set(this.path, root)
    this.kind = kind
    this.version = version
  }

  get root(): SpecNode {
    return { value: this.#read(this.path), file: this.path, pointer: '' }
  }

  /** The node under a key, with references followed; undefined if there is none. */
  child(node: SpecNode, key: string): SpecNode | undefined {
    const written = this.written(node, key)
    return written && this.follow(written)
  }

  /** The node as written: a reference is not followed. */
  written(node: SpecNode, key: string): SpecNode | undefined {
    if (typeof node.value !== 'object' || node.value === null) return undefined
    if (!Object.hasOwn(node.value, key)) return undefined
    const value = (node.value as Record<string, unknown>)[key]
    return { value, file: node.file, pointer: `${node.pointer}/${escapeKey(key)}` }
  }

  /** What a pointer leads to when each reference on its way is followed. */
  at(keys: readonly string[]): SpecNode | undefined {
    return this.in(this.path, keys)
  }

  /** A file relative to the folder of the document, for people to read. */
  nameOf(file: string): string {
    return relative(dirname(this.path), file).replaceAll('\\', '/')
  }

  /** Every file read so far with its content, sorted by name. */
  get contents(): [string, unknown][] {
    return [...this.#files]
      .map(([file, value]): [string, unknown] => [this.nameOf(file), value])
      .sort(([one], [other]) => (one < other ? -1 : 1))
  }

  /** What a node leads to when it is a reference, however long the way; any other is what it is. */
  follow(from: SpecNode): SpecNode | undefined {
    let node: SpecNode | undefined = from
    // A reference that leads to itself was refused when the document was bundled; the bound is a seat belt.
    for (let steps = 0; steps < 50; steps += 1) {
      if (node === undefined || refOf(node.value) === undefined) return node
      node = this.target(node)
    }
    return undefined
  }

  /** What a reference names, which may be another reference. */
  target({ value, file }: SpecNode): SpecNode | undefined {
    const [place = '', fragment = ''] = (refOf(value) ?? '').split('#')
    const keys = keysOf(decodeURIComponent(fragment))
    const named = place === '' ? file : resolve(dirname(file), decodeURIComponent(place))
    const last = keys.pop()
    const holder = this.in(named, keys)
    return last === undefined ? holder : holder && this.written(holder, last)
  }

  /** What keys lead to in a file of the document, references followed. */
  in(file: string, keys: readonly string[]): SpecNode | undefined {
    let node: SpecNode | undefined = { value: this.#read(file), file, pointer: '' }
    for (const key of keys) node = node && this.child(node, key)
    return node
  }

  /** The 1-based line of the last key of a place, or of the closest key above if it is missing. */
  lineOf({ file, pointer }: Pick<SpecNode, 'file' | 'pointer'>): number | undefined {
    const lines = this.#lines.get(file) ?? readLines(file)
    this.#lines.set(file, lines)
    return lines(keysOf(pointer))
  }

  #read(file: string): unknown {
    if (!this.#files.has(file)) {
      this.#files.set(file, readFile(file, this.nameOf(file)))
    }
    return this.#files.get(file)
  }
}

export function refOf(value: unknown): string | undefined {
  const reference = (value as { $ref?: unknown } | null | undefined)?.$ref
  return typeof reference === 'string' ? reference : undefined
}

export function keysOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** The pointer of keys in a document, with `#`. */
export const toPointer = (keys: readonly string[]): string =>
  `#${keys.map((key) => `/${escapeKey(key)}`).join('')}`

export function keyOf({ file, pointer }: Pick<SpecNode, 'file' | 'pointer'>): string {
  return `${file} ${pointer}`
}

/** Finds the line of the last key in a YAML or JSON file, or of the closest key above if it is missing. */
function readLines(file: string): (keys: readonly string[]) => number | undefined {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter })
  return (keys) => {
    let node: unknown = document.contents
    let offset = (node as Node | null)?.range?.[0]
    for (const key of keys) {
      if (isMap(node)) {
        const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
        if (pair === undefined) break
        offset = (pair.key as Node).range?.[0] ?? offset
        node = pair.value
      } else if (isSeq(node)) {
        node = node.items[Number(key)]
        offset = (node as Node | undefined)?.range?.[0] ?? offset
      } else break
    }
    return offset === undefined ? undefined : lineCounter.linePos(offset).line
  }
}
