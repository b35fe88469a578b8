import { posix } from 'node:path'
import { fromPointer, isRecord, objectsIn, type Path, valueAt } from './pointer.ts'
import type { SourceText } from './source-text.ts'
import type { Specs } from './specs.ts'

export type Place = { file: string; path: Path }
/** A `$ref` or `externalValue`: where it is written and what it names. */
export type Reference = Place & { text: string; target: Target }
type Target = Place | { remote: string }

const notDocument = /^(examples|vectors)\/|^(redocly|statements)\.yaml$/

/** The documents of the contract with partners, without the operator surface. */
export const contractDocuments = ['openapi.yaml', 'asyncapi.yaml']

/**
 * The surface that operates the reference server. It may refer to schemas of the contract; the contract may
 * not refer to it.
 * @see specs/decisions/D-028-operator-surface.md
 */
export const operatorDocument = 'operator.yaml'

/** Paths of the files that are OpenAPI, AsyncAPI or JSON Schema documents. */
export const documentFiles = ({ files }: Specs): string[] =>
  [...files.keys()].filter((file) => file.endsWith('.yaml') && !notDocument.test(file))

/** Every reference that the documents write. */
export const listReferences = (specs: Specs): Reference[] =>
  documentFiles(specs).flatMap((file) => referencesIn(specs.files.get(file)))

/** The references of each file, which many versions of the specs may share. */
const known = new WeakMap<SourceText, Reference[]>()

function referencesIn(source: SourceText | undefined): Reference[] {
  if (source === undefined) return []
  const { file } = source
  const found =
    known.get(source) ??
    objectsIn(source.value).flatMap(([object, path]) =>
      ['$ref', 'externalValue'].flatMap((key) => {
        const text = object[key]
        if (typeof text !== 'string') return []
        return [{ file, path: [...path, key], text, target: toTarget(file, text) }]
      }),
    )
  known.set(source, found)
  return found
}

/** A document and every file that it refers to, directly or not. */
export function listParts(specs: Specs, document: string): string[] {
  const references = listReferences(specs)
  const files = new Set([document])
  for (const from of files) {
    for (const { file, target } of references) {
      if (file === from && 'file' in target) files.add(target.file)
    }
  }
  return [...files]
}

export function toTarget(file: string, reference: string): Target {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) return { remote: reference }
  const [path = '', pointer = ''] = reference.split('#')
  const target = path === '' ? file : posix.join(posix.dirname(file), path)
  return { file: target, path: fromPointer(pointer) }
}

/** The object at a place with any `$ref` followed, and its own place. Stops at a cycle. */
export function resolve(specs: Specs, file: string, path: Path): Place & { value: unknown } {
  let at = { file, path, value: valueAt(specs.files.get(file)?.value, path) }
  for (let steps = 0; steps < 100 && isRecord(at.value); steps++) {
    const reference = at.value.$ref
    if (typeof reference !== 'string') return at
    const target = toTarget(at.file, reference)
    if ('remote' in target) return at
    at = { ...target, value: valueAt(specs.files.get(target.file)?.value, target.path) }
  }
  return at
}
