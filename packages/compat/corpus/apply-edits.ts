import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** An operation of JSON Patch (RFC 6902) with the file it changes; `rename` gives the file another `path`. */
export interface Edit {
  file: string
  op: 'add' | 'copy' | 'move' | 'remove' | 'rename' | 'replace'
  path: string
  from?: string
  value?: unknown
}

type Container = Record<string, unknown> | unknown[]

/** Values by text: most edits start from the same few files. */
const parsed = new Map<string, Container>()

/** Applies the edits to the files of a folder. Throws if a pointer leads nowhere. */
export function applyEdits(edits: readonly Edit[], folder: string): void {
  for (const edit of edits) {
    const path = join(folder, edit.file)
    if (edit.op === 'rename') {
      renameSync(path, join(folder, edit.path))
      continue
    }
    const text = readFileSync(path, 'utf8')
    const known = parsed.get(text) ?? (parse(text, { maxAliasCount: -1 }) as Container)
    parsed.set(text, known)
    const document = structuredClone(known)
    applyEdit(document, edit)
    // JSON is YAML, and quicker to write and read.
    writeFileSync(path, JSON.stringify(document))
  }
}

function applyEdit(document: Container, { op, path, from, value }: Edit): void {
  if (op === 'remove') take(document, path)
  else if (op === 'replace') {
    take(document, path)
    put(document, path, value)
  } else if (op === 'add') put(document, path, value)
  else if (from === undefined) throw new Error(`${op} ${path} lacks its from`)
  else if (op === 'move') put(document, path, take(document, from))
  else put(document, path, structuredClone(look(document, from)))
}

function look(document: Container, pointer: string): unknown {
  const { holder, key } = locate(document, pointer)
  if (!(key in holder)) throw new Error(`${pointer} leads nowhere`)
  return (holder as Record<string, unknown>)[key]
}

function take(document: Container, pointer: string): unknown {
  const value = look(document, pointer)
  const { holder, key } = locate(document, pointer)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return value
}

function put(document: Container, pointer: string, value: unknown): void {
  const { holder, key } = locate(document, pointer)
  if (Array.isArray(holder)) holder.splice(key === '-' ? holder.length : Number(key), 0, value)
  else holder[key] = value
}

function locate(document: Container, pointer: string): { holder: Container; key: string } {
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const key = keys.pop() as string
  let holder = document
  for (const step of keys) {
    const next = (holder as Record<string, unknown>)[step]
    if (typeof next !== 'object' || next === null) throw new Error(`${pointer} leads nowhere`)
    holder = next as Container
  }
  return { holder, key }
}
