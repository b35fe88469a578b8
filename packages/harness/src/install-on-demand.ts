import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Why a workspace could not be installed, for people to read. */
export class InstallError extends Error {
  override name = 'InstallError'
}

/**
 * Installs a workspace that few commands need, from its own lockfile and without install scripts. The
 * `description` of its package.json completes the line that is printed: "Installing … (folder)".
 * If the workspace is up to date, nothing is printed and the call takes about 10 ms.
 *
 * @throws {InstallError} if it cannot be installed: no network, a full disk, a stale lockfile.
 */
export function installOnDemand(folder: string, { say = console.log, command = 'pnpm' } = {}) {
  if (isInstalled(folder)) return
  const place = relative(root, folder)
  const { description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  say(`Installing ${description} (${place}). This happens once.`)
  const flags = [
    ...['--frozen-lockfile', '--prefer-offline', '--ignore-scripts'],
    // pnpm-workspace.yaml of the repository says why.
    '--trust-lockfile',
    ...['--network-concurrency=16', '--reporter=append-only'],
  ]
  const args = ['--dir', folder, 'install', ...flags]
  const shell = process.platform === 'win32'
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell } as const
  const { status, error, stdout, stderr } = spawnSync(command, args, options)
  if (status === 0) return
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim()
  const lines = output.split('\n').slice(-5)
  throw new InstallError(
    [`Cannot install ${description} (${place}). ${adviceFor(output, error)}`, ...lines].join(
      '\n  ',
    ),
  )
}

function adviceFor(output: string, error: NodeJS.ErrnoException | undefined): string {
  if (error?.code === 'ENOENT') return 'pnpm was not found. Run the command through npx pnpm@12.'
  if (output.includes('OUTDATED_LOCKFILE'))
    return 'Its lockfile is out of date. Run npx pnpm@12 install in that folder.'
  return 'Check the network and the free disk space, then run the command again.'
}

/** As its last step, pnpm writes the lockfile that it installed. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, 'node_modules/.pnpm/lock.yaml')
  return (
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
  )
}
