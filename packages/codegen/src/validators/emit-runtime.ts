import { readFileSync } from 'node:fs'
import type { GeneratedFile } from '../model.ts'

/** In the order of the file. Only readers need those that are `forReaders`. */
const modules = [
  { name: 'issue', isExported: true },
  { name: 'received', isExported: true, forReaders: true },
  { name: 'standard-schema', isExported: true },
  { name: 'shape', isExported: true, forReaders: true },
  { name: 'create-parser', isExported: true },
  { name: 'create-reader', isExported: true, forReaders: true },
  { name: 'run-check', isExported: false },
  { name: 'describe-findings', isExported: false },
]

/** `runtime.ts`: the code that the generated parsers share. It imports nothing. */
export function emitRuntime({ hasReaders }: { hasReaders: boolean }): GeneratedFile {
  const used = modules.filter(({ forReaders = false }) => hasReaders || !forReaders)
  return {
    path: 'runtime.ts',
    content: used.map(({ name, isExported }) => readRuntime(name, { isExported })).join('\n'),
  }
}

/** The text of a module of `src/runtime` without its imports, and on demand without `export`. */
export function readRuntime(name: string, { isExported }: { isExported: boolean }): string {
  const text = readFileSync(new URL(`../runtime/${name}.ts`, import.meta.url), 'utf8')
  const own = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
  return isExported ? own : own.replaceAll(/^export /gm, '')
}
