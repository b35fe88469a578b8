import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CompatError } from '../errors.ts'
import { runGit } from './run-git.ts'

// `changeset tag` makes the first form; the second is for repositories that tag once for all packages.
const tagPatterns = ['@partner-platform/*@*', 'v[0-9]*']

/** What a package's version is until `changeset version` gives it its first. */
const versionBeforeFirst = '0.0.0'

/** The newest release tag that the checked-out commit descends from; undefined before the first. */
export function findLastRelease(cwd: string, specs: string): string | undefined {
  const isShallow = runGit(['rev-parse', '--is-shallow-repository'], cwd)
  const match = tagPatterns.flatMap((pattern) => ['--match', pattern])
  const tag = isShallow && runGit(['describe', '--tags', '--abbrev=0', ...match, 'HEAD'], cwd)
  if (tag !== undefined) return tag
  // Where history is all there, no tag is no release. A copy without it can tell by the version.
  if (isShallow === 'false' || versionOf(specs, cwd) === versionBeforeFirst) return undefined
  if (isShallow === undefined) {
    throw new CompatError(
      'no-repository',
      'There is no git repository here: expected one with release tags. Name both sides instead.',
    )
  }
  throw new CompatError(
    'history-missing',
    'The last release is not known: expected its tag, received a shallow clone without one. Fetch with tags and history.',
  )
}

/** Version of the package that the documents are in, looked for in this folder and those above it. */
function versionOf(specs: string, folder: string): unknown {
  const path = join(folder, specs, 'package.json')
  if (existsSync(path)) {
    try {
      return (JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown } | null)?.version
    } catch {
      // What is no JSON says nothing of a release: the tags do.
      return undefined
    }
  }
  const above = dirname(folder)
  return above === folder ? undefined : versionOf(specs, above)
}
