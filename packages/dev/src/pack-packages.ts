import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { findWorkspaces } from './workspaces.ts'

/** Every published package, the specs included. */
export const published = findWorkspaces().filter(
  ({ place, manifest }) => manifest.private !== true && !place.startsWith('apps/'),
)

/** Packs the published packages as npm would get them; returns the path of each tarball by the name of its package. */
export async function packPackages(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder, { recursive: true })
  const paths = published.map(async ({ name, folder: cwd }) => {
    const args = ['pack', '--json', '--pack-destination', folder]
    const { stdout } = await promisify(execFile)('pnpm', args, { cwd })
    const { filename } = JSON.parse(stdout) as { filename: string }
    return [name, filename] as const
  })
  return Object.fromEntries(await Promise.all(paths))
}
