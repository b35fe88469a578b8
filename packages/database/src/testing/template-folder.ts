import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../open-pglite.ts'

/** An empty data folder to copy: creating one takes seconds, and each test file needs one. */
export const templateFolder = () =>
  makeOnce(cacheFolder('@electric-sql/pglite'), async (draft) => {
    const pglite = await openPglite(draft)
    await pglite.close()
  })

/** A folder for what this version of a package makes. */
export function cacheFolder(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  return join(cache, `${basename(name)}-${version}`)
}

/** The folder, filled by `fill` if it does not exist yet. Several processes may ask at once. */
export async function makeOnce(folder: string, fill: (draft: string) => Promise<void>) {
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  await fill(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
