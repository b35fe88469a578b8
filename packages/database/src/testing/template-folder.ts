import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../open-pglite.ts'

/** An empty data folder to be copied: to make one takes seconds, and every test file needs one. */
export async function templateFolder(): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  const template = join(cache, `pglite-${versionOf('@electric-sql/pglite')}`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${template}-`)
  const pglite = await openPglite(draft)
  await pglite.close()
  try {
    renameSync(draft, template)
  } catch (error) {
    // Another test file was quicker.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  return template
}

function versionOf(name: string): string {
  const path = findPackageJSON(name, import.meta.url)
  if (path === undefined) throw new Error(`The package ${name} is not installed.`)
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
