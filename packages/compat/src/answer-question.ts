import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { checkChangesets } from './changesets/check-changesets.ts'
import { readChangesets } from './changesets/read-changesets.ts'
import { compare, withoutPackages } from './compare.ts'
import { isBelow, type Level } from './finding.ts'
import { type Format, noRelease, reporters } from './reports.ts'
import { findLastRelease, runGit } from './sides/git.ts'
import { openSide } from './sides/open-side.ts'

/** What to compare, and how to report it. */
export interface Question {
  /** Undefined for the last release. */
  from: string | undefined
  /** Undefined for the documents of the work tree. */
  to: string | undefined
  format: Format
  specs: string
  /** The folder of the pending changesets, if they decide. */
  changeset: string | undefined
  failOn: Exclude<Level, 'patch'>
}

/** Where a run reads and writes. */
export interface CliOptions {
  cwd: string
  isColored: boolean
  stdout: (text: string) => void
  stderr: (text: string) => void
}

/** Compares, and prints the report: 0 compatible or declared, 1 breaking or undeclared. */
export async function answer(
  { from, to, format, specs, changeset, failOn }: Question,
  { cwd, isColored, stdout }: CliOptions,
): Promise<0 | 1> {
  const old = from ?? findLastRelease(cwd, specs)
  // Checked first, because an unreadable one is found quickly.
  const pending = changeset === undefined ? null : readChangesets(resolve(cwd, changeset))
  const root = runGit(['rev-parse', '--show-toplevel'], cwd) ?? cwd
  const fresh = to ?? (relative(cwd, join(root, specs)) || '.')
  if (old === undefined) {
    if (to !== undefined) openSide(to, { cwd, specs }).close()
    stdout(`${noRelease(format, fresh)}\n`)
    return 0
  }
  const compared = await compare(old, fresh, { cwd, specs })
  const isHome = isOurs(join(root, specs))
  const comparison = isHome || changeset !== undefined ? compared : withoutPackages(compared)
  const toName = (path: string) => relative(root, path).replaceAll('\\', '/')
  const changesets =
    pending &&
    checkChangesets(comparison, pending, { folder: toName(resolve(cwd, changeset ?? '')) })
  const folder = toName(folderOf(resolve(cwd, fresh)) ?? join(root, specs))
  stdout(`${reporters[format]({ comparison, changesets, isColored, folder })}\n`)
  const isRefused = failOn !== 'none' && !isBelow(comparison.level, failOn)
  return isRefused || (changesets !== null && changesets.missing !== null) ? 1 : 0
}

/** Whether the documents of a repository are those that our packages are generated from. */
function isOurs(specs: string): boolean {
  try {
    const { name } = JSON.parse(readFileSync(join(specs, 'package.json'), 'utf8'))
    return String(name).startsWith('@partner-platform/')
  } catch {
    return false
  }
}

/** Undefined for a git revision: its annotations name the files of the work tree. */
function folderOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return statSync(path).isDirectory() ? path : dirname(path)
}
