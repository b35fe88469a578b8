import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findWorkspaces, root } from './workspaces.ts'

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

// For projects outside the repository, until the packages are on npm.
if (import.meta.main) {
  const folder = join(root, '.data/tarballs')
  rmSync(folder, { recursive: true, force: true })
  const packed = await packPackages(folder).catch((error: Error) => {
    console.error(`The packages cannot be packed: ${error.message.trim()}`)
    process.exit(1)
  })
  const tarballs = Object.values(packed).map((path) => JSON.stringify(path))
  console.log(`Packed ${tarballs.length} packages. To install them, run this in your project:

  npm install ${tarballs.join(' ')}`)
}
