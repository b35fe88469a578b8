import { readFileSync } from 'node:fs'
import type { GeneratedFile } from '../generated-file.ts'

const modules = [
  { name: 'issue', isExported: true },
  { name: 'received', isExported: true },
  { name: 'standard-schema', isExported: true },
  { name: 'shape', isExported: true },
  { name: 'create-parser', isExported: true },
  { name: 'describe-findings', isExported: false },
]

/** `runtime.ts`: the code that the generated parsers share. It imports nothing. */
export function emitRuntime(): GeneratedFile {
  return {
    path: 'runtime.ts',
    content: modules.map(({ name, isExported }) => readRuntime(name, { isExported })).join('\n'),
  }
}

/** The text of a module of `src/runtime` without its imports, and on demand without `export`. */
export function readRuntime(name: string, { isExported }: { isExported: boolean }): string {
  const text = readFileSync(new URL(`../runtime/${name}.ts`, import.meta.url), 'utf8')
  const own = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
  return isExported ? own : own.replaceAll(/^export /gm, '')
}
