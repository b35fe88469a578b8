import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GeneratedFile } from '../src/model.ts'
import { writeDocuments } from './write-documents.ts'

const compilerOptions = {
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  noEmit: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: true,
  strict: true,
  target: 'es2023',
  types: [],
  verbatimModuleSyntax: true,
}

const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

/** The errors that the native compiler finds in files, each as `file(line,column): error …`. */
export async function checkTypes(files: readonly GeneratedFile[]): Promise<string[]> {
  const written = Object.fromEntries(files.map(({ path, content }) => [path, content]))
  return checkTypesIn(writeDocuments(written))
}

/** The errors that it finds in the files of a folder. */
export async function checkTypesIn(cwd: string): Promise<string[]> {
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
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
