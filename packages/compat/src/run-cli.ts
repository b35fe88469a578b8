import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { checkChangesets } from './changesets/check-changesets.ts'
import { readChangesets } from './changesets/read-changesets.ts'
import { compare } from './compare.ts'
import { CompatError } from './errors.ts'
import { isBelow } from './finding.ts'
import { toPlain } from './group-findings.ts'
import { type Command, HELP, parseArguments } from './parse-arguments.ts'
import { noRelease, reporters } from './report/reporters.ts'
import { findLastRelease, runGit } from './sides/git.ts'
import { openSide } from './sides/open-side.ts'

/** Where a run reads and writes. */
interface CliOptions {
  cwd: string
  isColored: boolean
  stdout: (text: string) => void
  stderr: (text: string) => void
}

/** Runs a command line: 0 compatible or declared, 1 breaking or undeclared, 2 no verdict. Never rejects. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<0 | 1 | 2> {
  try {
    const command = parseArguments(args)
    if (command.name === 'compare') return await run(command, options)
    options.stdout(command.name === 'help' ? HELP : `${readVersion()}\n`)
    return 0
  } catch (error) {
    const { code, message } =
      error instanceof CompatError
        ? error
        : { code: 'internal', message: `The command failed: ${String(error)}. Please report it.` }
    options.stderr(`contract-compat: ${toPlain(message)} [${code}]\n`)
    return 2
  }
}

async function run(
  { from, to, format, specs, changeset, failOn }: Extract<Command, { name: 'compare' }>,
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
  const comparison = await compare(old, fresh, { cwd, specs })
  const toName = (path: string) => relative(root, path).replaceAll('\\', '/')
  const changesets =
    pending &&
    checkChangesets(comparison, pending, { folder: toName(resolve(cwd, changeset ?? '')) })
  const folder = toName(folderOf(resolve(cwd, fresh)) ?? join(root, specs))
  stdout(`${reporters[format]({ comparison, changesets, isColored, folder })}\n`)
  const isRefused = failOn !== 'none' && !isBelow(comparison.level, failOn)
  return isRefused || (changesets !== null && changesets.missing !== null) ? 1 : 0
}

/** Undefined for a git revision: its annotations name the files of the work tree. */
function folderOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return statSync(path).isDirectory() ? path : dirname(path)
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
