import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GeneratedFile } from '../src/model.ts'
import { writeDocuments } from './write-documents.ts'

const root = join(import.meta.dirname, '../../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** As strict as our own packages, which use generated code. */
const options = { extends: join(root, 'tsconfig.base.json') }

/** The errors that the native compiler finds in files, each as `file(line,column): error …`. */
export async function checkTypes(files: readonly GeneratedFile[]): Promise<string[]> {
  const written = Object.fromEntries(files.map(({ path, content }) => [path, content]))
  return checkTypesIn(writeDocuments(written))
}

/** The errors that it finds in the files of a folder. */
export async function checkTypesIn(cwd: string): Promise<string[]> {
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(options))
  // Two checkers share the work of one with the same seconds of processor time.
  const args = [compiler, '-p', cwd, '--pretty', 'false', '--checkers', '2']
  // It ends before it fills the memory, and collecting garbage would take a fifth of its time.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' }
  const error = await promisify(execFile)(process.execPath, args, {
    cwd,
    env,
    maxBuffer: 2 ** 27,
  }).then(
    () => undefined,
    (reason: Error & { stdout: string }) => reason,
  )
  const lines = error === undefined ? [] : (error.stdout || error.message).trim().split('\n')
  return lines.filter((line) => !line.startsWith(' '))
}
