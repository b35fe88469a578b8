import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGenerated } from './mark-generated.ts'

/**
 * The text of each file of a folder that an earlier run wrote, and of each that stands where `wanted`
 * has one, by their path in it; null for a folder, link or socket that stands there. All others are
 * left out.
 */
export function readGenerated(
  folder: string,
  wanted: ReadonlyMap<string, unknown>,
): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const entry of entriesOf(folder)) {
    const isWanted = wanted.has(entry.name)
    const content = entry.isFile() ? readFileSync(join(folder, entry.name), 'utf8') : null
    if (isWanted || (content !== null && isGenerated(content))) found.set(entry.name, content)
  }
  return found
}

/** The entries of a folder; none where there is no folder. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const message = `${folder} cannot be read: expected a folder of files, received ${code}. Change its rights, or name another folder.`
    throw new Error(message, { cause: error })
  }
}
