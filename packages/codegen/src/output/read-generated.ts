import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGenerated } from './header-line.ts'

/**
 * The files of a folder that an earlier run wrote, and those that stand where `wanted` has one, by
 * their path in it. Folders within it and all other files are left out.
 */
export function readGenerated(
  folder: string,
  wanted: ReadonlyMap<string, unknown>,
): Map<string, string> {
  const found = new Map<string, string>()
  if (!existsSync(folder)) return found
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = readFileSync(join(folder, entry.name), 'utf8')
    if (wanted.has(entry.name) || isGenerated(content)) found.set(entry.name, content)
  }
  return found
}
