import { hash } from 'node:crypto'
import { type BundleOptions, bundleWithLocations } from './bundle-contract.ts'
import {
  defaultCommand,
  defaultEmitters,
  type EmitterName,
  type PartName,
} from './emitter-names.ts'
import { formatProblem, withLines } from './errors.ts'
import { compareText } from './json.ts'
import type { GeneratedFile } from './model.ts'
import { markGenerated } from './output/write-files.ts'
import { checkSchemas } from './schema/check-schemas.ts'
import { splitForms } from './split-forms.ts'
import { emitHttp } from './validators/emit-runtime.ts'

/** What to generate from what. */
export interface GenerateOptions extends Omit<BundleOptions, 'keyOrder'> {
  /** @default `defaultEmitters` */
  emit?: readonly EmitterName[]
  /** Parts to leave out. @default none */
  omit?: readonly PartName[]
  /** The module that validators and guards import the types from. @default './types.ts' */
  typesModule?: string
  /** What the files say to run to generate them again. @default 'npx contract-codegen generate' */
  command?: string
  /** Called with one line for each mistake that a lenient run passed over. */
  onMistake?: (mistake: string) => void
  /** Called with one line for each thing carried in part, such as a format without a check. */
  onNotice?: (notice: string) => void
}

/**
 * The generated files, held in memory, sorted by path: the same bytes for the same documents in a
 * folder of the same name. Throws a `ContractError` that holds every problem of the documents.
 */
export async function generate({
  emit = defaultEmitters,
  omit = [],
  typesModule = './types.ts',
  command = defaultCommand,
  onNotice,
  onMistake,
  ...documents
}: GenerateOptions): Promise<GeneratedFile[]> {
  const { contract: whole, unnamedSchemas, report, locate } = bundleWithLocations(documents)
  const hasValidators = emit.includes('validators')
  const { isLenient } = report
  const found = checkSchemas(whole, { unnamed: unnamedSchemas, hasValidators, isLenient })
  for (const { code, location, message } of found.problems) report.add(code, location, message)
  report.throwIfAny(locate)
  // Only for a caller that listens, because finding the lines means reading the documents again.
  const located = onNotice ? withLines([...report.notices, ...found.notices], locate) : []
  if (onMistake)
    for (const mistake of withLines(report.mistakes, locate)) onMistake(formatProblem(mistake))
  const contract = splitForms(whole)
  const files: GeneratedFile[] = []
  // Each emitter is loaded on demand: two of them load a compiler.
  if (hasValidators) {
    const { emitValidators } = await import('./validators/emit-validators.ts')
    const hasReaders = !omit.includes('readers')
    files.push(...(await emitValidators(contract, { hasReaders, typesModule })))
  }
  if (emit.includes('types')) {
    const { emitTypes } = await import('./types/emit-types.ts')
    files.push(...emitTypes(contract, { hasHeaders: !omit.includes('headers') }))
  }
  if (emit.includes('constants')) {
    const { emitConstants } = await import('./constants/emit-constants.ts')
    files.push(emitConstants(contract))
  }
  if (emit.includes('guards')) {
    const { emitGuards } = await import('./guards/emit-guards.ts')
    files.push(emitGuards(contract, { typesModule }))
  }
  for (const notice of located) onNotice?.(formatProblem(notice))
  if (emit.includes('http')) files.push(emitHttp())
  files.push(emitIndex(files))
  if (emit.includes('fingerprint')) files.push(emitFingerprint(files))
  return files
    .map((file) => markGenerated(file, { sources: contract.sources, command }))
    .toSorted((a, b) => compareText(a.path, b.path))
}

/** Which file wins if two export the same name: names of the documents before names of ours. */
const precedence = ['types.ts', 'parsers.ts', 'guards.ts', 'runtime.ts']

/** `index.ts`: everything the generated files export, `operations` as value and as type. */
export function emitIndex(files: readonly GeneratedFile[]): GeneratedFile {
  const modules = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  const has = (path: string) => modules.some((module) => module.path === path)
  const lines: string[] = []
  const constants = modules.find(({ path }) => path === 'constants.ts')
  if (has('openapi.ts') && constants) lines.push(...openapiWithConstants(constants))
  else if (has('openapi.ts')) lines.push("export type * from './openapi.ts'")
  else if (has('constants.ts')) lines.push("export * from './constants.ts'")
  // Shapes have the names of types; they are for the parsers alone.
  const own = ['openapi.ts', 'constants.ts', 'shapes.ts']
  const others = modules.filter(({ path }) => !own.includes(path))
  const paths = others.map(({ path }) => path).toSorted(compareText)
  const exports = paths.map(
    (path) => `export ${path === 'types.ts' ? 'type ' : ''}* from './${path}'`,
  )
  const content = `${[...lines, ...reExportClashes(others), ...exports].join('\n')}\n`
  return { path: 'index.ts', content }
}

function openapiWithConstants({ content }: GeneratedFile): string[] {
  const names = Array.from(content.matchAll(exported), ([, , name = '']) => name)
  const others = names.filter((name) => name !== 'operations').toSorted(compareText)
  return [
    "import { operations as operationConstants } from './constants.ts'",
    "import type { operations as operationTypes } from './openapi.ts'",
    '',
    `export { ${others.join(', ')} } from './constants.ts'`,
    "export type { components, paths, webhooks } from './openapi.ts'",
    '/** As a value, the operations by id; as a type, what each of them takes and gives. */',
    'export const operations = operationConstants',
    'export type operations = operationTypes',
  ]
}

const exported =
  /^export (?:declare )?(type|interface|const|function|class) ([\w$\u0080-\uffff]+)/gm

/** Names that several files export, each re-exported from the file that keeps it. */
function reExportClashes(modules: readonly GeneratedFile[]): string[] {
  const rank = ({ path }: GeneratedFile) => precedence.indexOf(path)
  const owners = new Map<string, { path: string; line: string; isClash: boolean }>()
  for (const module of modules.toSorted((a, b) => rank(a) - rank(b))) {
    for (const [, kind, name = ''] of module.content.matchAll(exported)) {
      const isType = kind === 'type' || kind === 'interface'
      const line = `export ${isType ? 'type ' : ''}{ ${name} } from './${module.path}'`
      const owner = owners.get(name)
      if (owner === undefined) owners.set(name, { path: module.path, line, isClash: false })
      else owner.isClash ||= owner.path !== module.path
    }
  }
  const clashes = [...owners.values()].filter(({ isClash }) => isClash)
  return clashes.map(({ line }) => line).toSorted(compareText)
}

/**
 * `fingerprint.txt`: a digest of each file without its comments. It stays the same if only descriptions
 * change, so a build cache that hashes this file instead of the code then repeats no work.
 */
function emitFingerprint(files: readonly GeneratedFile[]): GeneratedFile {
  const lines = files
    .toSorted((a, b) => compareText(a.path, b.path))
    .map(({ path, content }) => `${hash('sha256', withoutComments(content))} ${path}\n`)
  return { path: 'fingerprint.txt', content: lines.join('') }
}

/** Every comment that we emit has its lines to itself. */
const COMMENT_LINE = /^\s*(\/\/|\/\*\*|\*)/

const withoutComments = (code: string) =>
  code
    .split('\n')
    .filter((line) => !COMMENT_LINE.test(line))
    .join('\n')
