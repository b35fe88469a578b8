import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, reporters } from '@partner-platform/compat'
import { listVersions } from '@partner-platform/docs'
import { root } from './workspaces.ts'

/**
 * Keeps the bundled documents of a new version of the contract in `releases`, with what changed since the
 * previous version. From these, the site makes the changelog and the pages of released versions. Returns
 * whether the version is new.
 */
export async function recordRelease({
  specs,
  releases,
}: {
  specs: string
  releases: string
}): Promise<boolean> {
  const { version } = JSON.parse(readFileSync(join(specs, 'package.json'), 'utf8'))
  const folder = join(releases, version)
  if (existsSync(folder)) return false
  const [previous] = listVersions(releases)
  mkdirSync(folder, { recursive: true })
  for (const name of ['openapi.json', 'asyncapi.json'])
    cpSync(join(specs, 'dist', name), join(folder, name))
  if (previous === undefined) return true
  const comparison = await compare(join(releases, previous), folder)
  const changes = reporters.markdown({
    comparison: { ...comparison, from: previous, to: version, packages: {} },
    changesets: null,
    isColored: false,
    folder: '',
  })
  writeFileSync(join(folder, 'changes.md'), `${changes.trim()}\n`)
  return true
}

if (import.meta.main) {
  const releases = join(root, 'apps/docs/releases')
  const isNew = await recordRelease({ specs: join(root, 'specs'), releases })
  console.log(
    isNew
      ? 'Added the new version of the contract to apps/docs/releases.'
      : 'The contract has no new version.',
  )
}
