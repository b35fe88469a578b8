import type { GeneratedFile } from '../generated-file.ts'
import { readRuntime } from './read-runtime.ts'

const modules = [
  { name: 'issue', isExported: true },
  { name: 'finding', isExported: true },
  { name: 'received', isExported: true },
  { name: 'standard-schema', isExported: true },
  { name: 'shape', isExported: true },
  { name: 'create-parser', isExported: true },
  { name: 'describe-findings', isExported: false },
  { name: 'merge-alternatives', isExported: false },
  { name: 'describe-expected', isExported: false },
  { name: 'describe-received', isExported: false },
  { name: 'count-of', isExported: false },
]

/** `runtime.ts`: what the generated parsers share, in one file that imports nothing. */
export function emitRuntime(): GeneratedFile {
  return {
    path: 'runtime.ts',
    content: modules.map(({ name, isExported }) => readRuntime(name, { isExported })).join('\n'),
  }
}
