import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export interface Workspace {
  name: string
  /** Absolute path. */
  folder: string
  /** Relative to the root, for people to read. */
  place: string
  manifest: Manifest
}

export interface Manifest {
  name: string
  private?: boolean
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export const root = join(import.meta.dirname, '../../..')

/** Every workspace package, sorted by place. */
export function findWorkspaces(from: string = root): Workspace[] {
  return ['specs', ...globSync('packages/*', { cwd: from }), ...globSync('apps/*', { cwd: from })]
    .map((place) => join(from, place))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return { name: manifest.name, folder, place: relative(from, folder), manifest }
    })
    .sort((one, other) => (one.place < other.place ? -1 : 1))
}

/** Folders that have their own lockfile and are installed on demand, relative to `from`. */
export const findOnDemand = (from: string = root): string[] =>
  globSync('{specs,packages,apps}/**/pnpm-workspace.yaml', {
    cwd: from,
    exclude: (name) => name === 'node_modules',
  }).map((file) => dirname(file))
