import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** The text of a file without its byte order mark; undefined where it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

/** True where a file is to be read as JSON: by its extension, else by its first character. */
export function isJson(path: string, text: string): boolean {
  const extension = extname(path).toLowerCase()
  if (extension === '.json') return true
  return extension !== '.yaml' && extension !== '.yml' && text.trimStart().startsWith('{')
}
