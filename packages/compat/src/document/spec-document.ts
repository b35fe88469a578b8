import { dirname, relative, resolve } from 'node:path'
import type { DocumentKind } from '../finding.ts'
import { readFile } from './read-file.ts'
import { type Lines, readLines } from './read-lines.ts'

/** A place in a document, references followed: its value, and the file in which it is written. */
export interface SpecNode {
  value: unknown
  /** Absolute path. */
  file: string
  pointer: string
}

/** A document of one side. Reads each file of it once; refers to the network never. */
export class SpecDocument {
  readonly path: string
  readonly kind: DocumentKind
  /** As the document states it, such as `3.1.0`. */
  readonly version: string
  readonly #files = new Map<string, unknown>()
  readonly #lines = new Map<string, Lines>()

  /** `root` is what its file holds. */
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

  /** What stands under a key, behind the references there; undefined where nothing does. */
  child(node: SpecNode, key: string): SpecNode | undefined {
    const written = this.written(node, key)
    return written && this.follow(written)
  }

  /** The same, as it is written: a reference is not followed. */
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

export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function keyOf({ file, pointer }: Pick<SpecNode, 'file' | 'pointer'>): string {
  return `${file} ${pointer}`
}
