import { basename } from 'node:path'
import { CompatError } from '../errors.ts'
import type { DocumentKind } from '../finding.ts'
import { readFile } from './read-file.ts'
import { SpecDocument } from './spec-document.ts'

const supported = { openapi: /^3\.[01]\.\d+$/, asyncapi: /^(2\.\d+|3\.0)\.\d+$/ }
const names = { openapi: 'OpenAPI', asyncapi: 'AsyncAPI' }

/**
 * The document in a file. `label` names it in messages.
 * Throws a `CompatError` where it does not parse, is no document, or of a version that is not compared.
 */
export function openDocument(path: string, label: string): SpecDocument {
  const root = parseFile(path, label)
  const kind = (['openapi', 'asyncapi'] as const).find((key) => Object.hasOwn(root, key))
  if (kind === undefined) {
    throw new CompatError(
      'not-a-document',
      `${label} is no document: expected openapi or asyncapi at its root, received ${Object.keys(root).slice(0, 3).join(', ') || 'no keys'}. Name a document or the folder that holds it.`,
    )
  }
  return new SpecDocument(path, { kind, version: versionOf(root[kind], { kind, label }), root })
}

function parseFile(path: string, label: string): Record<string, unknown> {
  const value = readFile(path, label)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  const received = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value
  throw new CompatError(
    'not-a-document',
    `${label} is no document: expected an object, received ${received}. Name another file than ${basename(path)}.`,
  )
}

function versionOf(
  version: unknown,
  { kind, label }: { kind: DocumentKind; label: string },
): string {
  if (typeof version === 'string' && supported[kind].test(version)) return version
  const versions = kind === 'openapi' ? '3.0 or 3.1' : '2.x or 3.0'
  throw new CompatError(
    'version-unsupported',
    `${label} is of a version that is not compared: expected ${names[kind]} ${versions}, received ${String(version)}. Convert it first.`,
  )
}
