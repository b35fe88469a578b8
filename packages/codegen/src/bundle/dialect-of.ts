import type { LoadedFile } from '../load/document-store.ts'
import { type Dialect, isObject } from './node.ts'

/** The dialect that a file states for its schemas, or else that of the document it was reached from. */
export function dialectOf(file: LoadedFile, inherited: Dialect): Dialect {
  const { value } = file
  if (!isObject(value)) return inherited
  if (typeof value.openapi === 'string')
    return value.openapi.startsWith('3.0') ? 'openapi-3.0' : '2020-12'
  if (typeof value.asyncapi === 'string') return 'draft-07'
  return dialectOfUri(value.$schema) ?? inherited
}

/** The dialect that a `$schema` names; undefined when it names none that is known. */
export function dialectOfUri(uri: unknown): Dialect | undefined {
  if (typeof uri !== 'string') return undefined
  if (/json-schema\.org\/draft-0[67]\/schema/.test(uri)) return 'draft-07'
  if (/json-schema\.org\/draft\/20(19-09|20-12)\/schema/.test(uri)) return '2020-12'
  if (/spec\.openapis\.org\/oas\/3\.1\/(dialect|schema)/.test(uri)) return '2020-12'
  return undefined
}
