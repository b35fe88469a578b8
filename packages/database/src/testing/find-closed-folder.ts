import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The innermost folder on the way to a path that other users may not enter, if there is one. */
export function findClosedFolder(path: string): string | undefined {
  const mayEnter = (statSync(path).mode & 0o001) !== 0
  if (!mayEnter) return path
  return dirname(path) === path ? undefined : findClosedFolder(dirname(path))
}
