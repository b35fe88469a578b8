import { execFile } from 'node:child_process'
import { dirname } from 'node:path'

export interface Finished {
  exitCode: number
  output: string
}

/** Runs a program to its end; a failure is a result, not an exception. */
export function run(program: string, args: string[], cwd: string): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({
        exitCode,
        output: `${stdout}${stderr}${exitCode === 1 && stdout === '' ? (error?.message ?? '') : ''}`,
      })
    })
  })
}

/** The files of a tarball, without the folder `package` around them. */
export async function listFiles(tarball: string): Promise<string[]> {
  const { output } = await run('tar', ['-tzf', tarball], dirname(tarball))
  return output
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
}
