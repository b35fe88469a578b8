import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))

/** What TypeScript says about the project in a folder, one line for each error; empty if it compiles. */
export function compile(folder: string): Promise<string> {
  const args = [tsc, '-p', folder, '--pretty', 'false']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      resolve(stdout + stderr || (error?.message ?? '')),
    )
  })
}
