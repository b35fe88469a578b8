import { sep } from 'node:path'

/** The path with `/` between its segments. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}
