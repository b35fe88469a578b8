import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../workspaces.ts'

const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
const project = join(import.meta.dirname, '../../tsconfig.watch.json')

/** What does not fit its types, in the compiler's words with the lines of code; empty if all does. */
export function checkTypes(): Promise<string> {
  return new Promise((resolve, reject) => {
    // More checkers than cores would each work out the same types.
    const checkers = String(availableParallelism())
    const args = [tsc, '-p', project, '--pretty', '--noErrorTruncation', '--checkers', checkers]
    // It ends before it fills a gigabyte: collecting garbage on the way is a fifth of its time.
    const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' }
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      // 1 and 2 say that there are errors, anything else that it did not run.
      if (error && ![1, 2].includes(Number(error.code))) reject(new Error(stderr || error.message))
      else resolve(error ? stdout.trim() : '')
    })
  })
}
