import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { GeneratedFile } from '../../src/generated-file.ts'
import { OPTIONS } from '../check-types.ts'

const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc')

/** The errors that the native compiler of TypeScript 7 finds in files, one line each. */
export async function runCompiler(files: readonly GeneratedFile[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-codegen-'))
  try {
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const compilerOptions = {
      ...OPTIONS,
      ...{ lib: ['es2023'], module: 'nodenext', moduleResolution: 'nodenext', target: 'es2023' },
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    // Each further checker works out the same types again.
    const args = [compiler, '-p', folder, '--pretty', 'false', '--checkers', '1']
    // It ends before it fills the memory, and collecting garbage would take a fifth of its time.
    const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' }
    const error = await promisify(execFile)(process.execPath, args, { env }).then(
      () => undefined,
      (reason: Error & { stdout: string }) => reason,
    )
    return error === undefined ? [] : (error.stdout || error.message).trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
