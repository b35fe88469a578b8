import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { compare } from '@partner-platform/compat'
import { listVersions } from '@partner-platform/docs'
import { describeChanges, type Side } from './describe-changes.ts'
import { published } from './tarballs.ts'
import { root } from './workspaces.ts'

/**
 * Keeps the bundled documents of a new version of the contract in `releases`, with what changed since the
 * previous version. From these, the site makes the changelog and the pages of released versions. Returns
 * whether the version is new. If it fails, it leaves nothing behind.
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
  const draft = `${folder}.draft`
  mkdirSync(draft, { recursive: true })
  try {
    for (const name of ['openapi.json', 'asyncapi.json'])
      cpSync(join(specs, 'dist', name), join(draft, name))
    if (previous !== undefined) {
      const comparison = await compare(join(releases, previous), draft)
      const changes = describeChanges(comparison, {
        from: readSide(join(releases, previous)),
        to: readSide(draft),
      })
      writeFileSync(join(draft, 'changes.md'), changes)
    }
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return true
}

function readSide(folder: string): Side {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { openapi: read('openapi.json'), asyncapi: read('asyncapi.json') }
}

/** Removes the notices "not on npm yet" and "not public yet" from a README. */
export const removeNotices = (readme: string): string =>
  readme.replaceAll(/ # not on npm yet: .*$| \(not public yet\)/gm, '')

if (import.meta.main) {
  const releases = join(root, 'apps/docs/releases')
  const isNew = await recordRelease({ specs: join(root, 'specs'), releases }).catch(
    (error: Error) => {
      console.error(
        `Cannot add the contract to apps/docs/releases: ${error.message}\nCorrect this, restore the files that release:version changed, and run release:version again.`,
      )
      process.exit(1)
    },
  )
  for (const { folder } of published) {
    const file = join(folder, 'README.md')
    const readme = readFileSync(file, 'utf8')
    const isReleased = existsSync(join(folder, 'CHANGELOG.md'))
    if (isReleased && removeNotices(readme) !== readme) writeFileSync(file, removeNotices(readme))
  }
  console.log(
    isNew
      ? 'Added the new version of the contract to apps/docs/releases.'
      : 'The contract has no new version.',
  )
}
