import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '@partner-platform/compat'
import { listVersions } from '@partner-platform/docs'
import { describeChanges, type Side } from './describe-changes.ts'
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
  const changes = describeChanges(comparison, {
    from: readSide(join(releases, previous)),
    to: readSide(folder),
  })
  writeFileSync(join(folder, 'changes.md'), changes)
  return true
}

function readSide(folder: string): Side {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { openapi: read('openapi.json'), asyncapi: read('asyncapi.json') }
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
