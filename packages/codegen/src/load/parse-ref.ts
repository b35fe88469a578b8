import { parsePointer } from './json-pointer.ts'

/** What a `$ref` says: a file (`''` for its own) and the segments of a pointer, or why it is not read. */
export type ParsedRef = { file: string; segments: string[] } | { fault: 'remote' | 'anchor' }

/** Takes a `$ref` apart. @see RFC 3986, RFC 6901 */
export function parseRef(ref: string): ParsedRef {
  const hash = ref.indexOf('#')
  const address = hash === -1 ? ref : ref.slice(0, hash)
  const pointer = hash === -1 ? '' : decode(ref.slice(hash + 1))
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) || address.startsWith('//')) return { fault: 'remote' }
  if (pointer !== '' && !pointer.startsWith('/')) return { fault: 'anchor' }
  return { file: decode(address), segments: parsePointer(pointer) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
