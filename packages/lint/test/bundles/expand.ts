import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { Json } from '../../src/bundle/documents.ts'

/** The document in the file with what it refers to in place of each reference, and nothing else changed. */
export function expandFile(file: string, files = new Map<string, Json>()): Json {
  const read = (path: string): Json => {
    if (!files.has(path)) files.set(path, parse(readFileSync(path, 'utf8')))
    return files.get(path)
  }
  const expand = (node: Json, path: string): Json => {
    if (Array.isArray(node)) return node.map((item) => expand(item, path))
    if (typeof node !== 'object' || node === null) return node
    if (typeof node.$ref === 'string') {
      const [name, pointer = ''] = node.$ref.split('#')
      const target = name === '' ? path : join(dirname(path), name)
      return expand(atPointer(read(target), pointer), target)
    }
    const members = Object.entries(node).map(([key, value]) =>
      key === 'externalValue'
        ? ['value', read(join(dirname(path), value as string))]
        : [key, expand(value, path)],
    )
    return Object.fromEntries(members)
  }
  return expand(read(file), file)
}

const atPointer = (document: Json, pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Json>((at, name) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
