import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, type Workspace } from '../workspaces.ts'

const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
/** Enough for an error in every line: output beyond it would be cut off. */
const maxBuffer = 64 * 1024 * 1024
const settings = join(import.meta.dirname, '../../tsconfig.watch.json')

/** The type errors in these workspaces and their dependencies, as the compiler prints them; empty if none. */
export async function checkTypes(workspaces: readonly Workspace[]): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'partner-platform-types-'))
  try {
    const project = join(scratch, 'tsconfig.json')
    const include = workspaces.map(({ folder }) => join(folder, 'src'))
    writeFileSync(project, JSON.stringify({ extends: settings, include }))
    return await compile(project)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function compile(project: string): Promise<string> {
  // With more checkers than cores, each would compute the same types.
  const checkers = String(availableParallelism())
  const args = [tsc, '-p', project, '--pretty', '--noErrorTruncation', '--checkers', checkers]
  // It exits before it fills a gigabyte, and garbage collection would take a fifth of its time.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer }, (error, stdout, stderr) => {
      // 1 and 2 mean type errors, anything else that it did not run.
      if (error && ![1, 2].includes(Number(error.code))) reject(new Error(stderr || error.message))
      else resolve(error ? stdout.trim() : '')
    })
  })
}
