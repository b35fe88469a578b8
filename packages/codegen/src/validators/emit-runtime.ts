import type { GeneratedFile } from '../generated-file.ts'
import { readRuntime } from './read-runtime.ts'

/** What only readers need. */
const readerModules = ['received', 'shape']
const readerFunctions = ['createReader', 'toResult', 'departuresOf', 'createReadGuard', 'runReader']

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
