import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CompatError } from '../errors.ts'

export interface SideOptions {
  /** Where paths and the search for a repository start. @default process.cwd() */
  cwd: string
  /** The folder of the documents within a git revision. @default 'specs' */
  specs: string
}

/** The output of git without its last line end; undefined if git fails. */
export function runGit(args: readonly string[], cwd: string): string | undefined {
  const { error, status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  if (error !== undefined) {
    const message = `git cannot be run: ${error.message}. Install it, or compare two folders.`
    throw new CompatError('no-repository', message, { cause: error })
  }
  return status === 0 ? stdout.trimEnd() : undefined
}

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
  // With full history, no tag means no release. A shallow copy can tell by the version.
  if (isShallow === 'false' || versionOf(specs, cwd) === versionBeforeFirst) return undefined
  if (isShallow === undefined) {
    const message = 'This is not a git repository with release tags. Name both sides instead.'
    throw new CompatError('no-repository', message)
  }
  const message =
    'The last release is unknown, because this is a shallow clone without tags. Fetch tags and history.'
  throw new CompatError('history-missing', message)
}

/** Version of the package that the documents are in, looked for in this folder and those above it. */
function versionOf(specs: string, folder: string): unknown {
  const path = join(folder, specs, 'package.json')
  if (existsSync(path)) {
    try {
      return (JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown } | null)?.version
    } catch {
      // An unreadable package.json says nothing about a release: the tags do.
      return undefined
    }
  }
  const above = dirname(folder)
  return above === folder ? undefined : versionOf(specs, above)
}

/** Writes the documents of a git revision into a new folder, independent of the work tree. */
export function readRevision(
  name: string,
  { cwd, specs }: SideOptions,
): { folder: string; close: () => void } {
  const root = runGit(['rev-parse', '--show-toplevel'], cwd)
  if (root === undefined) {
    const message = `${name || "''"} is not a path, and this is not a git repository. Correct the path.`
    throw new CompatError('side-missing', message)
  }
  const commit = runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    root,
  )
  if (commit === undefined) {
    const message = `${name || "''"} is neither a path nor a git revision. Correct it, or fetch the revision.`
    throw new CompatError('side-missing', message)
  }
  const folder = mkdtempSync(join(tmpdir(), 'contract-compat-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  const archive = join(folder, 'revision.tar')
  const written = runGit(['archive', '--format=tar', '-o', archive, commit, '--', specs], root)
  const isRead =
    written !== undefined && spawnSync('tar', ['-xf', archive, '-C', folder]).status === 0
  rmSync(archive, { force: true })
  if (isRead && existsSync(join(folder, specs))) return { folder: join(folder, specs), close }
  close()
  const message = `${name} has no folder ${specs}. Name the folder with --specs.`
  throw new CompatError('side-empty', message)
}
