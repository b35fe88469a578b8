import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, type Workspace } from '../workspaces.ts'

const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
/** More than an error in every line would say: what is past it would be cut off. */
const maxBuffer = 64 * 1024 * 1024
const settings = join(import.meta.dirname, '../../tsconfig.watch.json')

/**
 * What does not fit its types in the sources of these workspaces and of what they use, in the compiler's
 * words with the lines of code; empty if all does.
 */
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
  // More checkers than cores would each work out the same types.
  const checkers = String(availableParallelism())
  const args = [tsc, '-p', project, '--pretty', '--noErrorTruncation', '--checkers', checkers]
  // It ends before it fills a gigabyte: collecting garbage on the way is a fifth of its time.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer }, (error, stdout, stderr) => {
      // 1 and 2 say that there are errors, anything else that it did not run.
      if (error && ![1, 2].includes(Number(error.code))) reject(new Error(stderr || error.message))
      else resolve(error ? stdout.trim() : '')
    })
  })
}
