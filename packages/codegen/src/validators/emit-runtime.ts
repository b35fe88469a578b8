import { readFileSync } from 'node:fs'
import type { GeneratedFile } from '../generated-file.ts'

/** What only readers need. */
const readerModules = ['received', 'shape']
const readerFunctions = ['createReader', 'toResult', 'departuresOf', 'createReadGuard', 'runReader']

const modules = [
  { name: 'issue', isExported: true },
  { name: 'received', isExported: true },
  { name: 'standard-schema', isExported: true },
  { name: 'shape', isExported: true },
  { name: 'create-parser', isExported: true },
  { name: 'describe-findings', isExported: false },
]

/** `runtime.ts`: the code that the generated parsers share. It imports nothing. */
export function emitRuntime({ hasReaders }: { hasReaders: boolean }): GeneratedFile {
  const used = modules.filter(({ name }) => hasReaders || !readerModules.includes(name))
  const texts = used.map(({ name, isExported }) => readRuntime(name, { isExported }))
  const content = texts.join('\n')
  return { path: 'runtime.ts', content: hasReaders ? content : withoutReaders(content) }
}

const withoutReaders = (text: string): string =>
  text.replaceAll(
    /^(?:\/\*\* .*\n)?(?:export )?function (\w+)[\s\S]*?\n\}\n\n?/gm,
    (whole, name: string) => (readerFunctions.includes(name) ? '' : whole),
  )

/** The text of a module of `src/runtime` without its imports, and on demand without `export`. */
export function readRuntime(name: string, { isExported }: { isExported: boolean }): string {
  const text = readFileSync(new URL(`../runtime/${name}.ts`, import.meta.url), 'utf8')
  const own = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
  return isExported ? own : own.replaceAll(/^export /gm, '')
}
